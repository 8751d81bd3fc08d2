package io.deltaward.log

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

import io.deltaward.protocol.Protocol

/** The three actions that are read, from JSON objects of the shapes that PROTOCOL.md gives (Actions). */
private[log] object ActionJson {

  /** @param field the field of the action that is wrong, with its JSON text */
  final case class Defect(field: String, value: String)

  def protocol(node: JsonNode): Either[Defect, Protocol] =
    for {
      reader <- version(node, "minReaderVersion")
      writer <- version(node, "minWriterVersion")
      readerFeatures <- features(node, "readerFeatures")
      writerFeatures <- features(node, "writerFeatures")
    } yield Protocol(reader, writer, readerFeatures, writerFeatures)

  def metadata(node: JsonNode): Either[Defect, TableMetadata] =
    text(node, "id")
      .toRight(defect(node, "id"))
      .map(id =>
        TableMetadata(
          id,
          text(node, "name"),
          text(node, "schemaString"),
          node.path("partitionColumns").elements.asScala.map(_.asText).toSeq,
          strings(node.path("configuration"))
        )
      )

  /** Other clients write what they like here: what doesn't fit is left out. */
  def commitInfo(node: JsonNode): CommitInfo = CommitInfo(
    text(node, "operation"),
    text(node, "engineInfo"),
    text(node, "userName").orElse(text(node, "userId")),
    strings(node.path("operationParameters")),
    Some(node.path("inCommitTimestamp")).filter(_.isIntegralNumber).map(_.asLong)
  )

  private def version(node: JsonNode, field: String): Either[Defect, Int] = {
    val value = node.path(field)
    Either.cond(
      value.isIntegralNumber && value.canConvertToInt,
      value.intValue,
      defect(node, field)
    )
  }

  private def features(node: JsonNode, field: String): Either[Defect, Option[Set[String]]] = {
    val value = node.path(field)
    if (value.isMissingNode || value.isNull) Right(None)
    else if (value.isArray && value.elements.asScala.forall(_.isTextual))
      Right(Some(value.elements.asScala.map(_.asText).toSet))
    else Left(defect(node, field))
  }

  private def text(node: JsonNode, field: String): Option[String] =
    Some(node.path(field)).filter(_.isTextual).map(_.asText)

  private def strings(node: JsonNode): Map[String, String] = node.properties.asScala.collect {
    case entry if entry.getValue.isTextual => entry.getKey -> entry.getValue.asText
    case entry if !entry.getValue.isNull => entry.getKey -> entry.getValue.toString
  }.toMap

  private def defect(node: JsonNode, field: String): Defect = {
    val value = node.path(field)
    Defect(field, if (value.isMissingNode) "missing" else value.toString)
  }
}
