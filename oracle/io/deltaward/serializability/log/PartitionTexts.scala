package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path

import io.deltaward.serializability.model.PartitionType

/** Writes partition values of a version in another text that means the same, as other engines do. */
object PartitionTexts {

  /**
   * Writes the value of one file. Where there is none it is `null`: Delta takes no `add` back that leaves a column out.
   *
   * @param form which of its texts
   */
  def put(values: ObjectNode, column: String, of: PartitionType, k: Option[Int], form: Int): Unit =
    k.map(of.texts) match {
      case Some(texts) => values.put(column, texts(form % texts.size)): Unit
      case None => values.putNull(column): Unit
    }

  /** @param form which of the texts of a value */
  def rewrite(table: Path, version: Long, of: PartitionType, form: Int): Unit = {
    val column = PhysicalNames.byName(Log.of(table).metadataAt(version))(of.column)
    new LogEdit(table).each(version, "add") { add =>
      val values = add.get("partitionValues").asInstanceOf[ObjectNode]
      put(values, column, of, Json.field(values, column).map(v => of.k(v.asText)), form)
    }
  }
}
