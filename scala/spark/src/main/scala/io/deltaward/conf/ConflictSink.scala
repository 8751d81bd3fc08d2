package io.deltaward.conf

import java.util.Locale

import scala.util.Try

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser

import io.deltaward.text.Identifier

/** Where events of conflicts are kept: what stands after FROM to read them there again. */
sealed trait ConflictSink

object ConflictSink {

  /** The driver's, which keeps them anyway. */
  case object Memory extends ConflictSink

  /** Files of JSON lines in a directory: ``json.`/logs/conflicts` ``. */
  final case class JsonLines(directory: String) extends ConflictSink

  /** A Delta table by its root: ``delta.`/lake/conflicts` ``. */
  final case class TableAt(directory: String) extends ConflictSink

  /** One by its name in a catalog. */
  final case class Table(name: String) extends ConflictSink

  /** By the words for them a file is read, as `json` is, and no table of a schema. */
  private val otherFormats = Set("avro", "binaryfile", "csv", "orc", "parquet", "text", "xml")

  /** A catalog, a schema and a table. */
  private val mostParts = 3

  /** None where nothing can be kept there. */
  def parse(text: String): Option[ConflictSink] = {
    val parts = Try(CatalystSqlParser.parseMultipartIdentifier(text)).getOrElse(Nil)
    parts.headOption.map(_.toLowerCase(Locale.ROOT)).filter(_ => parts.forall(!_.isBlank)).flatMap {
      case "memory" if parts.length == 1 => Some(Memory)
      case "json" if parts.length == 2 => Some(JsonLines(parts(1)))
      case "delta" if parts.length == 2 => Some(TableAt(parts(1)))
      case format if parts.length == 2 && otherFormats(format) => None
      case _ =>
        Option.when(parts.length <= mostParts)(Table(parts.map(Identifier.quoted).mkString(".")))
    }
  }
}
