package io.deltaward.log

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

import io.deltaward.protocol.Protocol

/** Parses the three actions that this project reads, from JSON objects of the shapes in PROTOCOL.md (Actions). */
private[log] object ActionJson {

  /**
   * @param field the field of the action that is wrong
   * @param value the field's JSON text, or `missing`
   */
  final case class Defect(field: String, value: String)

  def protocol(node: JsonNode): Either[Defect, Protocol] =
    for {
      reader <- version(node, "minReaderVersion")
      writer <- version(node, "minWriterVersion")
      readerFeatures <- features(node, "readerFeatures")
      writerFeatures <- features(node, "writerFeatures")
    } yield Protocol(reader, writer, readerFeatures, writerFeatures)

  /**
   * Parses a `metaData` action. All types must be right, and the id must be there. Other missing fields are no defect
   * here: the result records them for its readers to judge.
   */
  def metadata(node: JsonNode): Either[Defect, TableMetadata] =
    for {
      id <- text(node, "id").toRight(defect(node, "id"))
      name <- optional(node, "name")(_.isTextual)
      schema <- optional(node, "schemaString")(_.isTextual)
      partitions <- optional(node, "partitionColumns")(isListOf(_.isTextual))
      configuration <- optional(node, "configuration")(isMapOf(v => v.isTextual || v.isNull))
      format <- optional(node, "format")(_.path("provider").isTextual)
    } yield TableMetadata(
      id,
      name.map(_.asText),
      schema.map(_.asText),
      partitions.toSeq.flatMap(_.elements.asScala.map(_.asText)),
      configuration.fold(Map.empty[String, String])(strings),
      Seq("partitionColumns" -> partitions, "configuration" -> configuration, "format" -> format)
        .collect { case (field, None) => field } ++ configuration.toSeq.flatMap(nulls),
      text(node, "description")
    )

  /** Returns the properties that are null. Delta treats a null property as not set, but other clients fail on it. */
  private def nulls(configuration: JsonNode): Seq[String] =
    configuration.fieldNames.asScala.filter(configuration.path(_).isNull)
      .map(TableMetadata.valueOf).toSeq

  /** Parses a `commitInfo` action. Leaves out values of unexpected types, since clients write anything here. */
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

  private def features(node: JsonNode, field: String): Either[Defect, Option[Set[String]]] =
    optional(node, field)(isListOf(_.isTextual))
      .map(_.map(_.elements.asScala.map(_.asText).toSet))

  private def optional(node: JsonNode, field: String)(
      fits: JsonNode => Boolean
  ): Either[Defect, Option[JsonNode]] = {
    val value = node.path(field)
    if (value.isMissingNode || value.isNull) Right(None)
    else Either.cond(fits(value), Some(value), defect(node, field))
  }

  private def isListOf(element: JsonNode => Boolean)(value: JsonNode): Boolean =
    value.isArray && value.elements.asScala.forall(element)

  private def isMapOf(member: JsonNode => Boolean)(value: JsonNode): Boolean =
    value.isObject && value.elements.asScala.forall(member)

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
