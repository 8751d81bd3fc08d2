package io.deltaward.storage

import java.io.{BufferedReader, FileNotFoundException, InputStreamReader, Reader}
import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using
import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}

import io.deltaward.log._

/** The `_delta_log` of one table: one listing, and reads of the files that it names. */
final private[storage] class LogDirectory(
    fs: FileSystem,
    statuses: Map[String, FileStatus],
    hadoopConf: Configuration
) extends LogSource {
  import LogDirectory.guarded

  val listing: LogListing = LogListing(statuses.values.map { status =>
    LogEntry(status.getPath.getName, status.getLen, status.getModificationTime)
  })

  override def checksum(file: LogEntry): Either[LogProblem, LogContents] =
    text(file)(ChecksumFile.read(file.name, _))

  override def commit(file: LogEntry): Either[LogProblem, CommitActions] =
    text(file)(actions(file))

  override def checkpoint(checkpoint: Checkpoint): Either[LogProblem, LogContents] =
    checkpoint.format match {
      case LogFile.Format.Json =>
        text(checkpoint.files.head)(actions(checkpoint.files.head)).map(_.contents)
      case LogFile.Format.Parquet =>
        checkpoint.files.foldLeft[Either[LogProblem, LogContents]](Right(LogContents())) {
          case (Right(found), _) if found.protocol.isDefined && found.metadata.isDefined =>
            Right(found)
          case (Right(found), part) => parquet(part).map(found.over)
          case (problem, _) => problem
        }
    }

  private def parquet(file: LogEntry): Either[LogProblem, LogContents] =
    guarded(file.name)(Right(ParquetCheckpoint.read(statuses(file.name), hadoopConf)))

  private def actions(file: LogEntry)(reader: Reader): Either[LogProblem, CommitActions] = {
    val buffered = new BufferedReader(reader)
    ActionLines.read(file.name, Iterator.continually(buffered.readLine()).takeWhile(_ != null))
  }

  private def text[A](file: LogEntry)(read: Reader => Either[LogProblem, A]) =
    guarded(file.name) {
      Using.resource(new InputStreamReader(fs.open(statuses(file.name).getPath), UTF_8))(read)
    }
}

private[storage] object LogDirectory {

  /** One request, unless there is nothing to list. */
  def list(tablePath: Path, hadoopConf: Configuration): Either[LogProblem, LogDirectory] = {
    val logPath = new Path(tablePath, "_delta_log")
    guarded(logPath.toString) {
      val fs = tablePath.getFileSystem(hadoopConf)
      try {
        val statuses = fs.listStatus(logPath).filter(_.isFile)
        val isFile = statuses.map(_.getPath.getName).sameElements(Seq(logPath.getName))
        if (isFile) Left(LogProblem.NotATable(tablePath.toString))
        else
          Right(new LogDirectory(fs, statuses.map(s => s.getPath.getName -> s).toMap, hadoopConf))
      } catch {
        case _: FileNotFoundException if fs.exists(tablePath) =>
          Left(LogProblem.NotATable(tablePath.toString))
        case _: FileNotFoundException => Left(LogProblem.PathNotFound(tablePath.toString))
      }
    }
  }

  /** File systems and Parquet fail in unchecked ways too: a bad file must not fail a report on many tables. */
  private def guarded[A](file: String)(read: => Either[LogProblem, A]): Either[LogProblem, A] =
    try read
    catch {
      case NonFatal(e) =>
        Left(LogProblem.NotReadable(file, s"${e.getClass.getSimpleName}: ${e.getMessage}"))
    }
}
