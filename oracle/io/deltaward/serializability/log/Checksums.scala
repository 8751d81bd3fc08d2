package io.deltaward.serializability.log

import java.nio.file.{Files, Path => JPath}

import com.fasterxml.jackson.databind.JsonNode

/** Checks version checksum files against the state that log replay gives (PROTOCOL.md, "Version Checksum File"). */
object Checksums {

  private val equal = Invariant("a version checksum is the state's")

  def findings(log: Log): Seq[Anomaly] = log.commits.map(_.version).flatMap { version =>
    val file = JPath.of(log.table.toUri).resolve(f"_delta_log/$version%020d.crc")
    if (Files.exists(file)) compare(log, version, Json.read(Files.readString(file))) else Nil
  }

  private def compare(log: Log, version: Long, checksum: JsonNode): Seq[Anomaly] = {
    val files = log.activeAt(version).toSeq
    val vectors = files.flatMap(_.deletionVector)
    val expected = Seq(
      "numFiles" -> files.size.toLong,
      "tableSizeBytes" -> files.map(_.size).sum,
      "numDeletionVectorsOpt" -> vectors.size.toLong,
      "numDeletedRecordsOpt" -> vectors.map(_.cardinality).sum
    )
    expected.flatMap { case (field, value) =>
      val found = Json.field(checksum, field).map(_.asLong)
      equal.unless(version, found.forall(_ == value))(s"$field is $found, the log gives $value")
    } ++ allFiles(log, version, checksum)
  }

  private def allFiles(log: Log, version: Long, checksum: JsonNode): Seq[Anomaly] =
    Json.field(checksum, "allFiles").toSeq.flatMap { listed =>
      val paths = (0 until listed.size).map(i => FileAction(listed.get(i)).key).toSet
      val active = log.activeAt(version).map(_.key)
      equal.unless(version, paths == active)(s"allFiles is $paths, the log gives $active")
    }
}
