package io.deltaward.errors

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.apache.commons.text.StringSubstitutor
import org.apache.spark.ErrorClassesJsonReader

import io.deltaward.text.Screen

/** The error conditions of deltaward: names, SQLSTATEs and messages, from one JSON resource in Spark's own format. */
object Conditions {

  /** The resource on the class path. */
  val Resource = "error/deltaward-error-conditions.json"

  private lazy val resource = getClass.getClassLoader.getResource(Resource)
  private lazy val reader = new ErrorClassesJsonReader(Seq(resource))
  private lazy val families: JsonNode =
    new ObjectMapper().readTree(resource.openStream())

  /** The lengths to which a message cuts its parameters, in the order they are tried. */
  private val lengths = Seq(1600, 1200, 800, 400, 200, 100)

  /**
   * Returns `[CONDITION] message`, as Spark prints its own errors. The message fits on one screen: long parameters, such as
   * the columns of a wide table or the message of a storage, are cut. The exception's parameters keep the full values.
   */
  def message(condition: String, parameters: Map[String, String]): String = {
    def shortened(shown: String => String): String = {
      val values = parameters.map { case (key, value) => key -> shown(value) }
      s"[$condition] ${text(condition, values)}"
    }
    val cuts = lengths.map(most => (value: String) => Screen.cut(value, most))
    // A parameter of many short lines can be too long even if cut, so the second round of cuts joins its lines first.
    val ways = cuts ++ cuts.map(_.compose((value: String) => value.linesIterator.mkString(" ")))
    val whole = shortened(identity)
    if (Screen.holds(whole)) whole
    else ways.map(shortened).find(Screen.holds).getOrElse(whole)
  }

  /** Returns the message of a condition without the sentence that begins every message of its family. */
  def detail(condition: String, parameters: Map[String, String]): String = {
    val (family, name) = condition.splitAt(condition.indexOf('.'))
    val lines = families.path(family).path("subClass").path(name.drop(1)).path("message")
    val template = lines.elements.asScala.map(_.asText).mkString("\n")
    new StringSubstitutor(parameters.asJava, "<", ">")
      .setDisableSubstitutionInValues(true)
      .replace(template)
  }

  /** Returns the message of a condition, without its name. */
  def text(condition: String, parameters: Map[String, String]): String =
    reader.getErrorMessage(condition, parameters)

  def sqlState(condition: String): String = reader.getSqlState(condition)
}
