package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path

import io.deltaward.serializability.model.PartitionType

/** Writes partition values in another text with the same meaning, as other engines do. */
object PartitionTexts {

  /**
   * Writes the value of one file, or `null` if it has none: Delta does not accept an `add` that leaves the column out.
   *
   * @param form which text form to write; 0 is Spark's
   */
  def put(values: ObjectNode, column: String, of: PartitionType, k: Option[Int], form: Int): Unit =
    k.map(of.texts) match {
      case Some(texts) => values.put(column, texts(form % texts.size)): Unit
      case None => values.putNull(column): Unit
    }

  /** @param form which text form to write; 0 is Spark's */
  def rewrite(table: Path, version: Long, of: PartitionType, form: Int): Unit = {
    val column = PhysicalNames.byName(Log.read(table).metadataAt(version))(of.column)
    new LogEdit(table).each(version, "add") { add =>
      val values = add.get("partitionValues").asInstanceOf[ObjectNode]
      put(values, column, of, Json.field(values, column).map(v => of.k(v.asText)), form)
    }
  }
}
