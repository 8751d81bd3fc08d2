package io.deltaward.conf

import java.util.Locale

import scala.util.Try

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser

import io.deltaward.text.Identifier

/** A place where conflict events are kept. The setting's text can follow FROM to read them back. */
sealed trait ConflictSink

object ConflictSink {

  /** The driver's memory, which keeps the events in any case. */
  case object Memory extends ConflictSink

  /** Files of JSON lines in a directory: ``json.`/logs/conflicts` ``. */
  final case class JsonLines(directory: String) extends ConflictSink

  /** A Delta table, named by its root: ``delta.`/lake/conflicts` ``. */
  final case class TableAt(directory: String) extends ConflictSink

  /** A table, by its name in a catalog. */
  final case class Table(name: String) extends ConflictSink

  /** Formats that Spark reads as ``format.`path` ``. In such a name the first part is not a schema. */
  private val otherFormats = Set("avro", "binaryfile", "csv", "orc", "parquet", "text", "xml")

  /** Limits a table name to a catalog, a schema and a table. */
  private val mostParts = 3

  /** Parses the value of the setting. Returns `None` if deltaward cannot keep events in such a place. */
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
