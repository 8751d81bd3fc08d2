package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path

import io.deltaward.serializability.model.PartitionType

/** Writes partition values of a version in another text that means the same, as other engines do. */
object PartitionTexts {

  /** @param form which of the texts of a value */
  def rewrite(table: Path, version: Long, of: PartitionType, form: Int): Unit = {
    val column = PhysicalNames.byName(Log.of(table).metadataAt(version))(of.column)
    new LogEdit(table).each(version, "add") { add =>
      val values = add.get("partitionValues").asInstanceOf[ObjectNode]
      val texts = of.texts(of.k(values.get(column).asText))
      values.put(column, texts(form % texts.size))
    }
  }
}
