package io.deltaward.errors

import java.util.{Map => JavaMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkThrowable

/** Implements `SparkThrowable` for deltaward's exceptions that do not extend a class of Spark. */
trait WithCondition extends SparkThrowable { self: Throwable =>

  protected def condition: String
  protected def parameters: Map[String, String]

  override def getCondition: String = condition
  override def getErrorClass: String = condition
  override def getMessageParameters: JavaMap[String, String] = parameters.asJava
  override def getSqlState: String = Conditions.sqlState(condition)
}
