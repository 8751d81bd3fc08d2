package io.deltaward.errors

import java.util.{Map => JavaMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkThrowable

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
