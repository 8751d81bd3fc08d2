package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.types.StringType

/** Reads collations, which Spark 3.5 does not have. */
object Collations {

  /** Checks whether texts that are equal are identical. */
  def isBinary(text: StringType): Boolean = text.supportsBinaryEquality
}
