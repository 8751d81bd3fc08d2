package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.TableFeature

/** Reads what not every Delta has. Delta 3.2 and 3.3 have none of it. */
object DeltaSwitches {

  def isCatalogManaged(@unused feature: TableFeature): Boolean = false

  /** Checks whether dropping `deletionVectors` marks the files of vectors, so that VACUUM keeps them. */
  def marksVectorFiles(@unused spark: SparkSession): Boolean = false
}
