package io.deltaward.storage

import java.nio.file.{Files, Path => JPath, Paths}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.fs.Path

import io.deltaward.log.LogFile

/** Changes the files of a log behind Delta's back. */
object LogSurgery {

  def directory(table: Path): JPath = Paths.get(table.toUri.getPath, "_delta_log")

  def commitName(version: Long): String = f"$version%020d.json"

  def checksumName(version: Long): String = f"$version%020d.crc"

  /** Returns the files of the log by their names. */
  def files(table: Path): Map[String, LogFile] =
    Using.resource(Files.list(directory(table))) {
      _.iterator.asScala.map(_.getFileName.toString).map(name => name -> LogFile.parse(name)).toMap
    }

  def delete(table: Path)(which: PartialFunction[LogFile, Boolean]): Unit =
    files(table).foreach { case (name, file) =>
      if (which.applyOrElse(file, (_: LogFile) => false)) {
        forgetLocalChecksum(table, name)
        Files.delete(directory(table).resolve(name))
      }
    }

  def deleteChecksums(table: Path): Unit = delete(table) { case _: LogFile.Checksum => true }

  def write(table: Path, name: String, text: String): Unit = {
    forgetLocalChecksum(table, name)
    val file = directory(table).resolve(name)
    Files.createDirectories(file.getParent)
    Files.writeString(file, text): Unit
  }

  def text(table: Path, name: String): String = Files.readString(directory(table).resolve(name))

  /** Writes a commit as another client would. */
  def commit(table: Path, version: Long, lines: String*): Unit =
    write(table, commitName(version), lines.map(_ + "\n").mkString)

  def protocol(reader: Int, writer: Int, features: String*): String = {
    def list(name: String) = features.map(f => s""""$f"""").mkString(s""","$name":[""", ",", "]")
    val lists = if (features.isEmpty) "" else list("readerFeatures") + list("writerFeatures")
    s"""{"protocol":{"minReaderVersion":$reader,"minWriterVersion":$writer$lists}}"""
  }

  /** Returns the action that adds a data file that nobody will open. */
  def add(number: Int): String =
    s"""{"add":{"path":"part-${java.util.UUID.randomUUID}-$number.parquet","partitionValues":{},""" +
      s""""size":$number,"modificationTime":1,"dataChange":true}}"""

  val metadata: String =
    """{"metaData":{"id":"m","format":{"provider":"parquet","options":{}},"schemaString":""" +
      """"{\"type\":\"struct\",\"fields\":[]}","partitionColumns":[],"configuration":{}}}"""

  /** Deletes `.name.crc`. With it, Hadoop's local file system refuses a file that was changed. */
  private def forgetLocalChecksum(table: Path, name: String): Unit =
    Files.deleteIfExists(directory(table).resolve(s".$name.crc")): Unit
}
