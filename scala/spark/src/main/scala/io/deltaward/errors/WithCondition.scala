package io.deltaward.errors

import java.util.{Map => JavaMap}

import scala.jdk.CollectionConverters._

/** Implements `SparkThrowable` for deltaward's exceptions that do not extend a class of Spark. */
trait WithCondition extends ErrorCondition { self: Throwable =>

  protected def parameters: Map[String, String]

  override def getMessageParameters: JavaMap[String, String] = parameters.asJava
  override def getSqlState: String = Conditions.sqlState(condition)
}
