package io.deltaward.errors

import java.util.{Map => JavaMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkThrowable

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
