package io.deltaward.spark

import org.apache.spark.sql.types.{DataType, VariantType}

/** Recognises variants, which Spark 3.5 does not have. */
object Variants {
  def is(kind: DataType): Boolean = kind == VariantType
}
