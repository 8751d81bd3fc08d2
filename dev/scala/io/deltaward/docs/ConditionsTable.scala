package io.deltaward.docs

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import io.deltaward.errors.Conditions

/** Lists every error condition with its SQLSTATE and message, from the resource that the errors use. */
object ConditionsTable {

  def lines: Seq[String] =
    fields(
      new ObjectMapper().readTree(getClass.getClassLoader.getResourceAsStream(Conditions.Resource))
    )
      .flatMap { case (condition, node) => section(condition, node) }

  private def section(condition: String, node: JsonNode): Seq[String] = {
    val head =
      Seq(
        s"## $condition",
        "",
        s"SQLSTATE `${node.get("sqlState").asText}`. ${message(node)}",
        ""
      )
    Option(node.get("subClass")).fold(head) { subconditions =>
      head ++ GeneratedPage.table("condition", "message goes on")(
        fields(subconditions).map { case (name, sub) => Seq(s"`$condition.$name`", message(sub)) }
      ) :+ ""
    }
  }

  private def fields(node: JsonNode): Seq[(String, JsonNode)] =
    node.properties.asScala.map(e => e.getKey -> e.getValue).toSeq.sortBy(_._1)

  /** Returns the message with its parameters as code, since Markdown would take them for tags. */
  private def message(node: JsonNode): String =
    node.get("message").elements.asScala.map(_.asText).mkString(" ").replaceAll("<\\w+>", "`$0`")
}
