package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TableFeature

import io.deltaward.clients.RunningDelta

/** The features that the running Delta knows, asked of its own registry (rule D2). */
object DeltaFeatures {

  lazy val running: RunningDelta = {
    val known = TableFeature.allSupportedFeaturesMap.values.toSet
    RunningDelta(known.map(_.name), known.filter(_.isRemovable).map(_.name))
  }
}
