package io.deltaward.serializability.engines

import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Path => JPath, StandardOpenOption}
import java.util.UUID

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path

import io.deltaward.serializability.log.{Json, Log, PartitionTexts, PhysicalNames}
import io.deltaward.serializability.model.{Columns, FileLayout, Record}

/**
 * Appends rows as another engine would. It writes only the required statistics, does not say whether its commit is a
 * blind append, and has its own texts of partition values.
 *
 * @param form which text form of a partition value to write; 0 is Spark's
 */
final class HandWriter(table: Path, columns: Columns, form: Int, layout: FileLayout) {

  def append(rows: Seq[Record]): Unit = {
    val log = Log.read(table)
    val version = log.newest + 1
    val metadata = log.metadataAt(log.newest)
    val names = PhysicalNames.byName(metadata)
    val stored =
      new StoredLayout(columns, names, PhysicalNames.mapUnder(metadata, "n"), layout)
    val files =
      columns.partition.fold(Seq(rows))(_ => rows.groupBy(_.k).toSeq.sortBy(_._1).map(_._2))
    val actions = commitInfo(log) +:
      tracked(log, version, files.map(f => f -> add(f, names, stored)))
    val text = actions.map(_.toString + "\n").mkString
    Files.write(
      JPath.of(table.toUri).resolve(f"_delta_log/$version%020d.json"),
      text.getBytes(StandardCharsets.UTF_8),
      StandardOpenOption.CREATE_NEW
    ): Unit
  }

  private def add(
      rows: Seq[Record],
      names: Map[String, String],
      stored: StoredLayout
  ): ObjectNode = {
    val name = s"by-hand-${UUID.randomUUID}.parquet"
    val file = JPath.of(table.toUri).resolve(name)
    stored.write(new Path(file.toUri), rows)
    val add = action.put("path", name).put("size", Files.size(file))
      .put("modificationTime", System.currentTimeMillis).put("dataChange", true)
    val values = add.putObject("partitionValues")
    columns.partition.foreach { by =>
      PartitionTexts.put(values, names(by.column), by, rows.head.k, form)
    }
    add
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

  /** Returns the adds, with row ids and a high watermark if the table tracks rows (PROTOCOL.md, "Row Tracking"). */
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
