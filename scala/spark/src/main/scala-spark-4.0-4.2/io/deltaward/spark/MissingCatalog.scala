package io.deltaward.spark

import org.apache.spark.sql.AnalysisException

/** Says that there is no such catalog, as Spark 4 does. */
object MissingCatalog {

  def error(name: String): AnalysisException = new AnalysisException(
    "CATALOG_NOT_FOUND",
    Map("catalogName" -> s"`$name`", "config" -> s""""spark.sql.catalog.$name"""")
  )
}
