package io.deltaward.serializability.proof

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.caseInsensitiveResolution
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.delta.actions.Metadata
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import io.deltaward.concurrency.changes.FileRanges
import io.deltaward.concurrency.reads.PartitionValues
import io.deltaward.serializability.model.Record

/** The table of the model: the columns of [[Record]], not partitioned, with deletion vectors. */
object RecordTable {

  val id: Attribute = AttributeReference("id", LongType)()
  val k: Attribute = AttributeReference("k", IntegerType)()
  val x: Attribute = AttributeReference("x", IntegerType)()
  val trail: Attribute = AttributeReference("trail", StringType)()
  val d: Attribute = AttributeReference("d", DoubleType)()

  val columns: Seq[Attribute] = Seq(id, k, x, trail, d)

  val types: Seq[DataType] = columns.map(_.dataType)

  val metadata: Metadata = Metadata(
    id = "model",
    schemaString = StructType(columns.map(c => StructField(c.name, c.dataType))).json,
    configuration = Map("delta.enableDeletionVectors" -> "true")
  )

  val ranges: FileRanges =
    new FileRanges(metadata, caseInsensitiveResolution, new PartitionValues(metadata, "UTC"))

  def values(row: Record): InternalRow = InternalRow(
    row.id,
    row.k.map(Int.box).orNull,
    row.x.map(Int.box).orNull,
    UTF8String.fromString(row.trail),
    row.d.toDouble
  )
}
