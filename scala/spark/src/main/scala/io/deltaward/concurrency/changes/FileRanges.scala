package io.deltaward.concurrency.changes

import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.apache.spark.sql.catalyst.analysis.{Resolver => NameResolver}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.delta.DeltaColumnMapping
import org.apache.spark.sql.delta.actions.{AddFile, Metadata}
import org.apache.spark.sql.types.StructField

import io.deltaward.concurrency.reads.{Padding, PartitionValues}

/** Reads the value ranges of a table's top-level columns from a file's partition values and statistics. */
final class FileRanges(
    metadata: Metadata,
    resolver: NameResolver,
    val partitions: PartitionValues
) {

  def rangesOf(file: AddFile): Attribute => ColumnRange = {
    val statistics = Try(FileRanges.json.readTree(file.stats)).toOption.filter(_.isObject)
    column =>
      metadata.schema.fields.find(field => resolver(field.name, column.name)) match {
        // Spark reads a text that is shorter than its CHAR with blanks at the end.
        case Some(field) if Padding.isIn(field.metadata) => ColumnRange.unknown
        case Some(field) if field.dataType == column.dataType =>
          val physical = DeltaColumnMapping.getPhysicalName(field)
          if (file.partitionValues.contains(physical))
            partitions.value(file.partitionValues(physical), field.dataType)
              .fold(ColumnRange.unknown)(ColumnRange.fromPartitionValue)
          else statistics.fold(ColumnRange.unknown)(ofStatistics(_, physical, field))
        case _ => ColumnRange.unknown
      }
  }

  /** Returns the range for the file's live rows. Its bounds may be wide or tight (PROTOCOL.md, "Per-file Statistics"). */
  private def ofStatistics(
      statistics: JsonNode,
      physical: String,
      field: StructField
  ): ColumnRange = {
    val nulls = statistics.path("nullCount").path(physical)
    val rows = statistics.path("numRecords")
    val onlyNulls = nulls.isIntegralNumber && rows.isIntegralNumber &&
      nulls.longValue == rows.longValue
    ColumnRange(
      ColumnRange.least(statistics.path("minValues").path(physical), field.dataType),
      ColumnRange.greatest(statistics.path("maxValues").path(physical), field.dataType),
      hasNulls = !(nulls.isIntegralNumber && nulls.longValue == 0),
      hasValues = !onlyNulls
    )
  }
}

object FileRanges {
  private val json = new ObjectMapper()
  json.enable(
    com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS
  ): Unit
}
