package io.deltaward.serializability.log

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path
import org.apache.parquet.example.data.Group
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.{BINARY, INT32, INT64}

/**
 * Writes statistics of only the rows that a deletion vector leaves. Delta itself keeps those of all rows of the file
 * (PROTOCOL.md, "Per-file Statistics").
 */
object TightStatistics {

  /** The engine of commits with such statistics, which Delta itself never writes. */
  val Engine = "tight statistics"

  /** Rewrites the statistics of files with deletion vectors in the newest version. */
  def write(table: Path): Unit = {
    val log = Log.read(table)
    val files = log.commits.last.adds.filter(_.deletionVector.nonEmpty).map(f => f.path -> f).toMap
    if (files.nonEmpty) {
      val rows = new RowsInFiles(table)
      val edit = new LogEdit(table)
      edit.each(log.newest, "add") { add =>
        files.get(add.get("path").asText).foreach { file =>
          add.put("stats", tight(file.stats.map(_.node), rows.live(file)).toString)
        }
      }
      edit.each(log.newest, "commitInfo")(_.put("engineInfo", Engine))
    }
  }

  private def tight(before: Option[JsonNode], rows: Seq[Group]): ObjectNode = {
    val stats = before.fold(Json.mapper.createObjectNode())(_.deepCopy[ObjectNode]())
    Seq("minValues", "maxValues", "nullCount").foreach(stats.putObject)
    rows.headOption.foreach { first =>
      val fields = first.getType.getFields
      fields.asScala.zipWithIndex.filter(_._1.isPrimitive).foreach { case (field, i) =>
        column(stats, field.getName, i, rows)
      }
    }
    stats.put("tightBounds", true)
  }

  /** Writes the minimum and maximum of an integer or string column. Nothing reads those of other types. */
  private def column(stats: ObjectNode, name: String, i: Int, rows: Seq[Group]): Unit = {
    val values = rows.filter(_.getFieldRepetitionCount(i) > 0)
    def bounds(least: JsonNode, greatest: JsonNode): Unit = {
      stats.withObject("/minValues").set[JsonNode](name, least)
      stats.withObject("/maxValues").set[JsonNode](name, greatest): Unit
    }
    stats.withObject("/nullCount").put(name, rows.size - values.size)
    if (values.nonEmpty) {
      val json = Json.mapper.getNodeFactory
      val primitive = rows.head.getType.getType(i).asPrimitiveType
      primitive.getPrimitiveTypeName match {
        case INT32 if primitive.getLogicalTypeAnnotation == null =>
          val all = values.map(_.getInteger(i, 0))
          bounds(json.numberNode(all.min), json.numberNode(all.max))
        case INT64 =>
          val all = values.map(_.getLong(i, 0))
          bounds(json.numberNode(all.min), json.numberNode(all.max))
        case BINARY =>
          val all = values.map(_.getString(i, 0))
          bounds(json.textNode(all.min), json.textNode(all.max))
        case _ => ()
      }
    }
  }
}
