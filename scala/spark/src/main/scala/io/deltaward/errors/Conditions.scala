package io.deltaward.errors

import org.apache.spark.ErrorClassesJsonReader

/** The error conditions of deltaward: names, SQLSTATEs and messages, from one JSON resource in Spark's own format. */
object Conditions {

  /** The resource on the class path. */
  val Resource = "error/deltaward-error-conditions.json"

  private lazy val reader = new ErrorClassesJsonReader(
    Seq(getClass.getClassLoader.getResource(Resource))
  )

  /** `[CONDITION] message`, as Spark prints its own. */
  def message(condition: String, parameters: Map[String, String]): String =
    s"[$condition] ${text(condition, parameters)}"

  /** The message alone. */
  def text(condition: String, parameters: Map[String, String]): String =
    reader.getErrorMessage(condition, parameters)

  def sqlState(condition: String): String = reader.getSqlState(condition)
}
