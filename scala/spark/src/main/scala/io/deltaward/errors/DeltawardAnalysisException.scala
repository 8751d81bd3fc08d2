package io.deltaward.errors

import org.apache.spark.sql.AnalysisException

/**
 * Reports that a statement cannot run, before anything is changed. PySpark raises an `AnalysisException` with condition,
 * SQLSTATE and parameters, on Classic and on Connect.
 */
final class DeltawardAnalysisException(
    condition: String,
    parameters: Map[String, String],
    reason: Option[Throwable] = None
) extends AnalysisException(
      message = Conditions.message(condition, parameters),
      errorClass = Some(condition),
      messageParameters = parameters,
      cause = reason
    ) {
  override def getSqlState: String = Conditions.sqlState(condition)
}
