package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{CatalogOwnedTableFeature, TableFeature}
import org.apache.spark.sql.delta.sources.DeltaSQLConf

/** Reads what not every Delta has. */
object DeltaSwitches {

  def isCatalogManaged(feature: TableFeature): Boolean = feature == CatalogOwnedTableFeature

  /** Checks whether dropping `deletionVectors` marks the files of vectors, so that VACUUM keeps them. */
  def marksVectorFiles(spark: SparkSession): Boolean =
    spark.sessionState.conf.getConf(DeltaSQLConf.FAST_DROP_FEATURE_GENERATE_DV_TOMBSTONES)
}
