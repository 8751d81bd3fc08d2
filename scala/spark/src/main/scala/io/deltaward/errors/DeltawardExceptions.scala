package io.deltaward.errors

import java.util.{Map => JavaMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.AnalysisException

/**
 * A statement that cannot be carried out, found before anything was changed. PySpark gives it as an
 * `AnalysisException` with condition, SQLSTATE and parameters, on Classic and on Connect.
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

/**
 * A commit that a rule refused: nothing of it was written. PySpark gives it as an `UnsupportedOperationException` with
 * condition, SQLSTATE and parameters.
 */
final class CommitRefusedException(
    condition: String,
    parameters: Map[String, String],
    reason: Option[Throwable] = None
) extends UnsupportedOperationException(Conditions.message(condition, parameters), reason.orNull)
    with SparkThrowable {
  override def getCondition: String = condition
  override def getErrorClass: String = condition
  override def getMessageParameters: JavaMap[String, String] = parameters.asJava
  override def getSqlState: String = Conditions.sqlState(condition)
}

/**
 * A setting that is refused when it is set. Like Spark's own for values that a key does not take it is an
 * `IllegalArgumentException`, also in PySpark; analysis, where some are found, hands it on as it is.
 */
final class InvalidSettingException(condition: String, parameters: Map[String, String])
    extends IllegalArgumentException(Conditions.message(condition, parameters))
    with SparkThrowable {
  override def getCondition: String = condition
  override def getErrorClass: String = condition
  override def getMessageParameters: JavaMap[String, String] = parameters.asJava
  override def getSqlState: String = Conditions.sqlState(condition)
}
