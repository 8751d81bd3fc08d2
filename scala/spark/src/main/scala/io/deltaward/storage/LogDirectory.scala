package io.deltaward.storage

import java.io.{BufferedReader, FileNotFoundException, InputStreamReader, Reader}
import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using
import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}

import io.deltaward.checkpoints.{CheckpointProblem, FoundCheckpoint}
import io.deltaward.log._

/** The `_delta_log` of one table: one listing, and reads of the files that it names. */
final private[storage] class LogDirectory(
    fs: FileSystem,
    logPath: Path,
    statuses: Map[String, FileStatus],
    hadoopConf: Configuration
) extends LogSource {
  import LogDirectory.guarded

  /** Every file directly in the directory. */
  val entries: Seq[LogEntry] = statuses.values.toSeq.map(LogDirectory.entry)

  val listing: LogListing = LogListing(entries)

  /** The files that v2 checkpoints refer to (PROTOCOL.md, Sidecar Files), by name: one request, at the first use. */
  lazy val sidecars: Either[LogProblem, Map[String, LogEntry]] = guarded("_sidecars") {
    val found =
      try fs.listStatus(new Path(logPath, "_sidecars")).toSeq
      catch { case _: FileNotFoundException => Nil }
    Right(found.filter(_.isFile).map(s => s.getPath.getName -> LogDirectory.entry(s)).toMap)
  }

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

  /** Opens every file of a checkpoint and looks for what it must hold. It never throws. */
  def problem(checkpoint: FoundCheckpoint): Option[CheckpointProblem] =
    checkpoint.problem.orElse(
      new CheckpointInspector(contents(checkpoint.format, _), () => sidecars).problem(checkpoint)
    )

  private def contents(format: LogFile.Format, file: LogEntry): Either[LogProblem, TopLevel] =
    format match {
      case LogFile.Format.Parquet => guarded(file.name) {
          val status = statuses(file.name)
          Right(
            TopLevel(
              ParquetCheckpoint.read(status, hadoopConf),
              ParquetSidecars.read(status, hadoopConf)
            )
          )
        }
      case LogFile.Format.Json => text(file) { reader =>
          val lines = new BufferedReader(reader).lines().toArray.toSeq.map(_.toString)
          ActionLines
            .read(file.name, lines.iterator)
            .map(found => TopLevel(found.contents, SidecarLines.read(lines)))
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

  private def entry(status: FileStatus): LogEntry =
    LogEntry(status.getPath.getName, status.getLen, status.getModificationTime)

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
          Right(
            new LogDirectory(
              fs,
              logPath,
              statuses.map(s => s.getPath.getName -> s).toMap,
              hadoopConf
            )
          )
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
