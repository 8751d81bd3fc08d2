package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.types.StringType

/** Reads collations. Spark 3.5 does not have them. */
object Collations {

  /** Checks whether texts that are equal are identical. */
  def isBinary(@unused text: StringType): Boolean = true
}
