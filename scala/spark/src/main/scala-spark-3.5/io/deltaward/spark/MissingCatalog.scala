package io.deltaward.spark

import org.apache.spark.sql.AnalysisException

/** Says that there is no such catalog. Spark 3.5 has no condition of its own for it. */
object MissingCatalog {

  def error(name: String): AnalysisException =
    new AnalysisException("SCHEMA_NOT_FOUND", Map("schemaName" -> s"`$name`"))
}
