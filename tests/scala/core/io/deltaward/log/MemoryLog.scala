package io.deltaward.log

import java.io.StringReader

/**
 * A log held in memory: file names to text. The parsers of real logs read it, and it records what they read. Its
 * checkpoints are JSON, too, since the pure part does not read Parquet.
 *
 * @param files oldest first: each is one second younger than the one before
 */
final class MemoryLog(files: Seq[(String, String)]) extends LogSource {

  var reads: Vector[String] = Vector.empty

  val listing: LogListing = LogListing(files.zipWithIndex.map { case ((name, text), i) =>
    LogEntry(name, text.length.toLong, MemoryLog.time(i))
  })

  def table: TableLog = TableLog(listing, this).get

  override def checksum(file: LogEntry): Either[LogProblem, LogContents] =
    ChecksumFile.read(file.name, new StringReader(text(file)))

  override def checkpoint(checkpoint: Checkpoint): Either[LogProblem, LogContents] =
    commit(checkpoint.files.head).map(_.contents.ofWholeState)

  override def commit(file: LogEntry): Either[LogProblem, CommitActions] =
    ActionLines.read(file.name, text(file).linesIterator)

  private def text(file: LogEntry): String = {
    reads :+= file.name
    files.toMap.apply(file.name)
  }
}

object MemoryLog {
  def apply(files: (String, String)*): MemoryLog = new MemoryLog(files)

  /** The modification time of the file at `position`, milliseconds since the epoch. */
  def time(position: Int): Long = position * 1000L

  def commit(version: Long, lines: String*): (String, String) =
    f"$version%020d.json" -> lines.mkString("\n")

  def checkpoint(version: Long, lines: String*): (String, String) =
    f"$version%020d.checkpoint.parquet" -> lines.mkString("\n")

  def checksum(version: Long, fields: String*): (String, String) =
    f"$version%020d.crc" -> fields.mkString("{", ",", "}")

  def protocol(reader: Int, writer: Int): String =
    s"""{"protocol":{"minReaderVersion":$reader,"minWriterVersion":$writer}}"""

  def metadata(configuration: (String, String)*): String = {
    val properties = configuration.map { case (k, v) => s""""$k":"$v"""" }.mkString("{", ",", "}")
    val fixed =
      """"id":"m","schemaString":"{}","partitionColumns":[],"format":{"provider":"parquet"}"""
    s"""{"metaData":{$fixed,"configuration":$properties}}"""
  }

  /** Turns an action into a field of a checksum, which has no braces and says `metadata`. */
  def field(action: String): String = action.drop(1).dropRight(1).replace("metaData", "metadata")

  def add(path: String): String =
    s"""{"add":{"path":"$path","partitionValues":{},"size":1,"modificationTime":1,"dataChange":true}}"""
}
