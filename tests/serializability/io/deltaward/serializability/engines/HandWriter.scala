package io.deltaward.serializability.engines

import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Path => JPath, StandardOpenOption}
import java.util.UUID

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path
import org.apache.parquet.example.data.Group
import org.apache.parquet.example.data.simple.SimpleGroup
import org.apache.parquet.hadoop.example.ExampleParquetWriter
import org.apache.parquet.schema.{LogicalTypeAnnotation, MessageType, PrimitiveType, Types}
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName._

import io.deltaward.serializability.log.{Json, Log, PartitionTexts, PhysicalNames}
import io.deltaward.serializability.model.{Columns, Record}

/**
 * Appends rows as an engine of its own would: it tells no more statistics than it has to, nor whether its commit is a
 * blind append, and writes partition values in its own way.
 *
 * @param form which of the texts of a partition value
 */
final class HandWriter(table: Path, columns: Columns, form: Int) {

  def append(rows: Seq[Record]): Unit = {
    val log = Log.of(table)
    val version = log.newest + 1
    val names = PhysicalNames.byName(log.metadataAt(log.newest))
    val files =
      columns.partition.fold(Seq(rows))(_ => rows.groupBy(_.k).toSeq.sortBy(_._1).map(_._2))
    val actions = commitInfo(log) +: tracked(log, version, files.map(f => f -> add(f, names)))
    val text = actions.map(_.toString + "\n").mkString
    Files.write(
      JPath.of(table.toUri).resolve(f"_delta_log/$version%020d.json"),
      text.getBytes(StandardCharsets.UTF_8),
      StandardOpenOption.CREATE_NEW
    ): Unit
  }

  private def add(rows: Seq[Record], names: Map[String, String]): ObjectNode = {
    val name = s"by-hand-${UUID.randomUUID}.parquet"
    val file = JPath.of(table.toUri).resolve(name)
    write(new Path(file.toUri), rows, names)
    val add = action.put("path", name).put("size", Files.size(file))
      .put("modificationTime", System.currentTimeMillis).put("dataChange", true)
    val values = add.putObject("partitionValues")
    columns.partition.foreach { by =>
      PartitionTexts.put(values, names(by.column), by, rows.head.k, form)
    }
    add
  }

  private def write(file: Path, rows: Seq[Record], names: Map[String, String]): Unit = {
    val schema = schemaOf(names)
    val writer = ExampleParquetWriter.builder(file).withType(schema).build()
    try rows.foreach(row => writer.write(groupOf(row, schema, names)))
    finally writer.close()
  }

  /** Partition columns are in the log alone. */
  private def schemaOf(names: Map[String, String]): MessageType = {
    val partition = columns.partition.map(_.column).toSeq
    val types: Seq[(String, PrimitiveType.PrimitiveTypeName)] =
      Seq("id" -> INT64, "k" -> INT32, "x" -> INT32, "trail" -> BINARY, "d" -> DOUBLE) ++
        Option.when(columns.generated)("g" -> INT32)
    val fields = types.filterNot { case (column, _) => partition.contains(column) }.map {
      case (column, BINARY) =>
        Types.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(names(column))
      case (column, of) => Types.optional(of).named(names(column))
    }
    new MessageType(
      "rows",
      fields.asJava.asInstanceOf[java.util.List[org.apache.parquet.schema.Type]]
    )
  }

  private def groupOf(row: Record, schema: MessageType, names: Map[String, String]): Group = {
    val group = new SimpleGroup(schema)
    group.add(names("id"), row.id)
    if (schema.containsField(names("k"))) row.k.foreach(group.add(names("k"), _))
    row.x.foreach(group.add(names("x"), _))
    group.add(names("trail"), row.trail)
    group.add(names("d"), row.d.toDouble)
    if (columns.generated) row.generated.foreach(group.add(names("g"), _))
    group
  }

  private def commitInfo(log: Log): ObjectNode = {
    val info = action.put("timestamp", System.currentTimeMillis).put("operation", "WRITE")
      .put("engineInfo", "by hand")
    if (log.isOn(log.newest, "delta.enableInCommitTimestamps")) {
      val before = log.commits.last.info.map(_.path("inCommitTimestamp").asLong).getOrElse(0L)
      info.put("inCommitTimestamp", System.currentTimeMillis.max(before + 1))
    }
    named("commitInfo", info)
  }

  /** Where rows are tracked a writer has to count them (PROTOCOL.md, "Row Tracking"). */
  private def tracked(
      log: Log,
      version: Long,
      files: Seq[(Seq[Record], ObjectNode)]
  ): Seq[ObjectNode] =
    if (!log.supports(log.newest, "rowTracking")) files.map { case (_, add) => named("add", add) }
    else {
      val mark = log.commits.flatMap(_.domain("delta.rowTracking")).lastOption
        .fold(-1L)(_.path("rowIdHighWaterMark").asLong)
      val bases = files.scanLeft(mark + 1) { case (base, (rows, _)) => base + rows.size }
      val adds = files.zip(bases).map { case ((rows, add), base) =>
        add.put("baseRowId", base).put("defaultRowCommitVersion", version)
          .put("stats", s"""{"numRecords":${rows.size}}""")
        named("add", add)
      }
      val domain = action.put("domain", "delta.rowTracking")
        .put("configuration", s"""{"rowIdHighWaterMark":${bases.last - 1}}""")
        .put("removed", false)
      named("domainMetadata", domain) +: adds
    }

  private def action: ObjectNode = Json.mapper.createObjectNode()

  private def named(kind: String, body: ObjectNode): ObjectNode =
    action.set[ObjectNode](kind, body: JsonNode)
}
