package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.SparkSession

/** Delta 3.2 neither adds row ids to existing files nor removes them. */
object RowIdBatches {

  /** Returns the number of files in a commit that adds or removes row ids. */
  def size(@unused spark: SparkSession): Option[Int] = None
}
