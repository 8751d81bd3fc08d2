package io.deltaward.drops

import java.nio.file.Files
import java.nio.file.attribute.FileTime

import scala.jdk.CollectionConverters._
import scala.util.Using

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery

/** Reads a log, for comparison with what was foreseen. */
object TableLogFiles {
  private val mapper = new ObjectMapper()

  def commits(table: Path): Seq[Long] =
    LogSurgery.files(table).values.collect { case LogFile.Commit(version) => version }.toSeq.sorted

  def actions(table: Path, version: Long): Seq[JsonNode] =
    LogSurgery.text(table, LogSurgery.commitName(version)).linesIterator.map(mapper.readTree).toSeq

  /** Returns number and bytes of the data files that a commit removes and does not add again. */
  def rewritten(table: Path, version: Long): (Long, Long) = {
    val all = actions(table, version)
    val added = all.map(_.path("add").path("path").asText("")).toSet
    val sizes = all.map(_.path("remove")).filter { remove =>
      remove.has("size") && !added(remove.path("path").asText)
    }.map(_.path("size").asLong)
    (sizes.size.toLong, sizes.sum)
  }

  /** Makes the files of the log up to a version `days` days old, in the order of the versions. */
  def age(table: Path, days: Long = 3, upTo: Long = Long.MaxValue): Unit = {
    val start = System.currentTimeMillis() - days * DropMode.Day
    Using.resource(Files.list(LogSurgery.directory(table)))(_.iterator.asScala.toSeq).foreach {
      file =>
        val name = file.getFileName.toString
        val version = name.takeWhile(_.isDigit).toLongOption.getOrElse(0L)
        if (version <= upTo)
          Files.setLastModifiedTime(file, FileTime.fromMillis(start + version * 1000)): Unit
    }
    DeltaLog.clearCache()
  }
}
