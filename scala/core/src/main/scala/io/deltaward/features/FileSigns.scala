package io.deltaward.features

import java.time.{Instant, OffsetDateTime}

import scala.jdk.CollectionConverters._
import scala.util.Try
import scala.util.matching.Regex

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.json.JsonMapper

import io.deltaward.log.ListedFile

/**
 * Finds signs of a table's shape in its live files, from their paths and statistics (PROTOCOL.md, Add File and
 * Per-file Statistics).
 *
 * @param columns physical paths of the columns of type `timestamp` that have statistics
 * @param untold  whether an array or a map holds timestamps: no statistics tell their values
 */
final class FileSigns private (columns: Seq[Seq[String]], untold: Boolean) extends Serializable {
  import FileSigns._

  /** Checks whether the table has timestamps in its files. If not, no statistics are needed. */
  val hasTimestamps: Boolean = untold || columns.nonEmpty

  /**
   * Checks whether a file holds timestamps outside the years 1678 to 2261; `None` if the statistics do not tell.
   *
   * @param statistics JSON of the file's `stats`, if it has any
   */
  def hasFarTimestamps(statistics: Option[String]): Option[Boolean] =
    if (!hasTimestamps) Some(false)
    else {
      val root = Try(mapper.readTree(statistics.getOrElse("{}"))).getOrElse(NoStatistics)
      val found = columns.map(isFar(root, _)) ++ Option.when(untold)(None)
      if (found.contains(Some(true))) Some(true)
      else if (found.contains(None)) None
      else Some(false)
    }

  /** Returns the traces that live files leave. */
  def traces(files: Iterable[ListedFile]): Traces = {
    val far = files.map(_.statistics).map(hasFarTimestamps).toSet
    Traces(
      pathSigns = Some(OfPaths.collect {
        case (sign, found) if files.exists(file => found.findFirstIn(file.path).isDefined) => sign
      }.toSet),
      farTimestamps =
        if (far(Some(true))) Some(true) else Option.when(!far(None))(false)
    )
  }

  private def isFar(statistics: JsonNode, column: Seq[String]): Option[Boolean] = {
    def at(kind: String): JsonNode = column.foldLeft(statistics.path(kind))(_.path(_))
    val rows = statistics.path("numRecords")
    val isNull = rows.isIntegralNumber && at("nullCount").isIntegralNumber &&
      at("nullCount").asLong == rows.asLong
    if (isNull) Some(false)
    else
      for {
        least <- moment(at("minValues"))
        greatest <- moment(at("maxValues"))
      } yield least.isBefore(First) || !greatest.isBefore(End)
  }
}

object FileSigns {

  /** The first and last whole days that nanoseconds since 1970 reach in 64 bits. Files with INT96 are read that way. */
  private val First = Instant.parse("1677-09-22T00:00:00Z")
  private val End = Instant.parse("2262-04-11T00:00:00Z")

  private val mapper = JsonMapper.builder.build()
  private val NoStatistics: JsonNode = mapper.createObjectNode

  /** Returns what to look for in the files of a table with this schema; `None` if it cannot be read. */
  def forSchema(schemaJson: String, partitionColumns: Seq[String]): Option[FileSigns] =
    Try(mapper.readTree(schemaJson)).toOption.filter(_.path("fields").isArray).map { root =>
      val stored = fields(root).filterNot(field =>
        partitionColumns.exists(_.equalsIgnoreCase(field.path("name").asText))
      )
      val found = stored.flatMap(field => timestamps(field.path("type"), Seq(physical(field))))
      new FileSigns(found.flatten, found.contains(None))
    }

  /** Maps each sign of a path to its pattern. An encoded path has `%`. An absolute one begins with a slash or a scheme. */
  val OfPaths: Seq[(String, Regex)] = Seq(
    TableShape.EncodedPaths -> "%".r,
    TableShape.NonAsciiPaths -> "[^\\x00-\\x7F]".r,
    TableShape.AbsolutePaths -> "^(/|[A-Za-z][A-Za-z0-9+.-]*:)".r
  )

  /** Returns the path of each timestamp in a type; `None` for one that is in an array or a map. */
  private def timestamps(of: JsonNode, path: Seq[String]): Seq[Option[Seq[String]]] =
    if (of.isTextual) Option.when(of.asText == "timestamp")(Some(path)).toSeq
    else
      of.path("type").asText match {
        case "struct" =>
          fields(of).flatMap(field => timestamps(field.path("type"), path :+ physical(field)))
        case _ =>
          Seq("elementType", "keyType", "valueType", "sqlType")
            .map(of.path)
            .filterNot(_.isMissingNode)
            .flatMap(inner => timestamps(inner, path))
            .map(_ => None)
      }

  private def fields(of: JsonNode): Seq[JsonNode] = of.path("fields").elements.asScala.toSeq

  private def physical(field: JsonNode): String =
    Option(field.path("metadata").path("delta.columnMapping.physicalName")).filter(_.isTextual)
      .getOrElse(field.path("name")).asText

  private def moment(value: JsonNode): Option[Instant] =
    if (value.isTextual) Try(OffsetDateTime.parse(value.asText).toInstant).toOption else None
}
