package io.deltaward.log

import java.io.Reader

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.core.{JsonProcessingException, JsonToken}
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.json.JsonMapper

/** Reads `N.crc` (PROTOCOL.md, Version Checksum File). */
object ChecksumFile {
  import LogProblem._

  private val mapper = JsonMapper.builder.build()

  private val wanted = Set(
    "protocol",
    "metadata",
    "inCommitTimestampOpt",
    "numFiles",
    "tableSizeBytes",
    "numDeletionVectorsOpt",
    "numDeletedRecordsOpt",
    "domainMetadata",
    "allFiles"
  )

  /**
   * Reads a checksum. Delta lists the files of small tables in it.
   *
   * @param file the file's name, for messages
   */
  def read(file: String, reader: Reader): Either[LogProblem, LogContents] =
    try contents(file, wantedFields(reader))
    catch {
      case e: JsonProcessingException => Left(Malformed(file, 1, e.getOriginalMessage))
    }

  private def contents(file: String, fields: Map[String, JsonNode]) = {
    def number(name: String): Option[Long] =
      fields.get(name).filter(_.isIntegralNumber).map(_.asLong)
    def optional[A](name: String)(read: JsonNode => Either[ActionJson.Defect, A]) =
      fields.get(name).filterNot(_.isNull) match {
        case None => Right(None)
        case Some(node) => read(node).map(Some(_))
      }
    val listed = fields.get("domainMetadata").filter(_.isArray)
      .map(_.elements.asScala.filterNot(_.path("removed").asBoolean).toSeq)
    (for {
      protocol <- optional("protocol")(ActionJson.protocol)
      metadata <- optional("metadata")(ActionJson.metadata)
    } yield LogContents(
      protocol,
      metadata,
      number("inCommitTimestampOpt"),
      for {
        files <- number("numFiles")
        bytes <- number("tableSizeBytes")
      } yield ChecksumStatistics(
        files,
        bytes,
        number("numDeletionVectorsOpt"),
        number("numDeletedRecordsOpt"),
        listed.map(_.map(_.path("domain").asText).toSet),
        fields.get("allFiles").filter(_.isArray)
          .map(_.elements.asScala.map(FileActions.added).toSeq).filter(_.size == files)
      ),
      listed.map(_.flatMap(ClusteringDomain.columns(_)).headOption.getOrElse(Nil))
    )).left.map(defect => Malformed(file, 1, s"${defect.field}: ${defect.value}"))
  }

  /** Returns the wanted fields. Reads the file to its end, so that a truncated file throws instead of being believed. */
  private def wantedFields(reader: Reader): Map[String, JsonNode] = {
    val parser = mapper.createParser(reader)
    @tailrec
    def next(found: Map[String, JsonNode]): Map[String, JsonNode] = parser.nextToken() match {
      case JsonToken.FIELD_NAME if wanted(parser.currentName) =>
        val name = parser.currentName
        parser.nextToken()
        next(found + (name -> mapper.readTree[JsonNode](parser)))
      case JsonToken.FIELD_NAME =>
        parser.nextToken()
        parser.skipChildren()
        next(found)
      case _ => found
    }
    if (parser.nextToken() == JsonToken.START_OBJECT) next(Map.empty) else Map.empty
  }
}
