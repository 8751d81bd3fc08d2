package io.deltaward.serializability.log

import java.nio.file.{Files, Path => JPath}

import scala.jdk.CollectionConverters._
import scala.util.Using

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path

/** Edits a log, to break it or to write it as another engine would. */
final class LogEdit(table: Path) {

  private val folder = JPath.of(table.toUri).resolve("_delta_log")

  /** Replaces each action of a version. Deletes the checksums, which Delta would read instead. */
  def actions(version: Long)(edit: ObjectNode => Seq[ObjectNode]): Unit = {
    val file = folder.resolve(f"$version%020d.json")
    val lines = Files.readAllLines(file).asScala.toSeq
      .flatMap(line => edit(Json.read(line).asInstanceOf[ObjectNode]))
    Files.deleteIfExists(folder.resolve(f".$version%020d.json.crc"))
    Files.write(file, lines.map(_.toString).asJava)
    Using.resource(Files.list(folder))(_.iterator.asScala.toSeq)
      .filter(_.getFileName.toString.endsWith(".crc"))
      .foreach(Files.delete)
  }

  /** Edits each action of one kind in place. */
  def each(version: Long, kind: String)(edit: ObjectNode => Any): Unit =
    actions(version) { action =>
      Json.field(action, kind).foreach(body => edit(body.asInstanceOf[ObjectNode]))
      Seq(action)
    }

  /** Changes the statistics of the files that a version adds. */
  def stats(version: Long)(edit: ObjectNode => Any): Unit = each(version, "add") { add =>
    val stats = Json.read(add.get("stats").asText).asInstanceOf[ObjectNode]
    edit(stats)
    add.put("stats", stats.toString)
  }

  def checksum(version: Long): JPath = folder.resolve(f"$version%020d.crc")
}
