package io.deltaward.serializability.log

import java.nio.file.{Files, Path => JPath}

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode
import org.apache.hadoop.fs.Path

/**
 * A whole log, read from the commit files alone.
 *
 * @param commits commits from version 0 on, without a gap
 */
final case class Log(table: Path, commits: Seq[LoggedCommit]) {

  /** The active files after each version, from the commits alone, without checksums or checkpoints. */
  private val states: Seq[Set[FileAction]] = commits
    .scanLeft(Set.empty[FileAction]) { (active, commit) =>
      val removed = commit.removes.map(_.key).toSet
      active.filterNot(file => removed(file.key)) ++ commit.adds
    }
    .drop(1)

  def newest: Long = commits.last.version

  def activeAt(version: Long): Set[FileAction] =
    if (version < 0) Set.empty else states(version.toInt)

  def metadataAt(version: Long): JsonNode =
    commits.take(version.toInt + 1).flatMap(_.metadata).last

  /** The value of a table property at a version. */
  def property(version: Long, key: String): Option[String] =
    Json.field(metadataAt(version).path("configuration"), key).map(_.asText)

  def isOn(version: Long, key: String): Boolean = property(version, key).contains("true")

  def supports(version: Long, feature: String): Boolean =
    commits.take(version.toInt + 1).flatMap(_.protocol).lastOption.exists { protocol =>
      protocol.path("writerFeatures").elements.asScala.exists(_.asText == feature)
    }
}

object Log {

  def read(table: Path): Log = {
    val folder = JPath.of(table.toUri).resolve("_delta_log")
    val commits = Iterator.from(0).map(v => v -> folder.resolve(f"$v%020d.json"))
      .takeWhile { case (_, file) => Files.exists(file) }
      .map { case (v, file) =>
        LoggedCommit(v.toLong, Files.readAllLines(file).asScala.toSeq.map(Json.read))
      }
    Log(table, commits.toSeq)
  }
}
