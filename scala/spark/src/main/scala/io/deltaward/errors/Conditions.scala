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

  /** How much of a parameter is shown, from the most that anybody reads. */
  private val lengths = Seq(1600, 1200, 800, 400, 200, 100)

  /**
   * `[CONDITION] message`, as Spark prints its own. It fits a screen: what makes a parameter long, such as the columns of
   * a wide table or the message of a storage, is shortened. Whole it is among the parameters.
   */
  def message(condition: String, parameters: Map[String, String]): String = {
    def shortened(shown: String => String): String = {
      val values = parameters.map { case (key, value) => key -> shown(value) }
      s"[$condition] ${text(condition, values)}"
    }
    val cuts = lengths.map(most => (value: String) => Screen.cut(value, most))
    // Of many short lines even the first are too many.
    val ways = cuts ++ cuts.map(_.compose((value: String) => value.linesIterator.mkString(" ")))
    val whole = shortened(identity)
    if (Screen.holds(whole)) whole
    else ways.map(shortened).find(Screen.holds).getOrElse(whole)
  }

  /** What a condition says beyond the sentence that all of its family begin with. */
  def detail(condition: String, parameters: Map[String, String]): String = {
    val (family, name) = condition.splitAt(condition.indexOf('.'))
    val lines = families.path(family).path("subClass").path(name.drop(1)).path("message")
    val template = lines.elements.asScala.map(_.asText).mkString("\n")
    new StringSubstitutor(parameters.asJava, "<", ">")
      .setDisableSubstitutionInValues(true)
      .replace(template)
  }

  /** The message alone. */
  def text(condition: String, parameters: Map[String, String]): String =
    reader.getErrorMessage(condition, parameters)

  def sqlState(condition: String): String = reader.getSqlState(condition)
}
