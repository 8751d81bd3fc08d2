package io.deltaward.storage

import java.io.{BufferedReader, FileNotFoundException, InputStreamReader, Reader}
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using
import scala.util.control.NonFatal

import org.apache.commons.io.IOUtils
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}

import io.deltaward.checkpoints.{CheckpointProblem, FoundCheckpoint}
import io.deltaward.log._

/** The `_delta_log` directory of one table. Reads the files that one listing names. */
final private[storage] class LogDirectory(
    fs: FileSystem,
    logPath: Path,
    listed: DirectoryListing,
    hadoopConf: Configuration
) extends LogSource {
  import LogDirectory.guarded

  /** Returns every file directly in the directory. */
  def entries: Seq[LogEntry] = listed.files

  val listing: LogListing = LogListing(entries, listed.others)

  /** Checks the listing for a directory of sidecars. */
  def hasSidecars: Boolean = listed.others.contains(LogDirectory.Sidecars)

  /** The files that v2 checkpoints refer to, by name (PROTOCOL.md, Sidecar Files). The first use costs one request. */
  lazy val sidecars: Either[LogProblem, Map[String, LogEntry]] =
    sidecarFiles.map(_.files.map(file => file.name -> file).toMap)

  private lazy val sidecarFiles: Either[LogProblem, DirectoryListing] =
    guarded(LogDirectory.Sidecars) {
      try Right(DirectoryListing.list(fs, new Path(logPath, LogDirectory.Sidecars)))
      catch { case _: FileNotFoundException => Right(DirectoryListing.none) }
    }

  override def checksum(file: LogEntry): Either[LogProblem, LogContents] =
    text(file)(ChecksumFile.read(file.name, _))

  override def commit(file: LogEntry): Either[LogProblem, CommitActions] =
    text(file)(actions(file))

  override def checkpoint(checkpoint: Checkpoint): Either[LogProblem, LogContents] =
    checkpoint.format match {
      case LogFile.Format.Json =>
        text(checkpoint.files.head)(actions(checkpoint.files.head)).map(_.contents.ofWholeState)
      case LogFile.Format.Parquet =>
        checkpoint.files.foldLeft[Either[LogProblem, LogContents]](Right(LogContents())) {
          case (Right(found), _) if found.isComplete => Right(found)
          case (Right(found), part) => parquet(part).map(found.mergeOnto)
          case (problem, _) => problem
        }.map(_.ofWholeState)
    }

  /** Opens every file of a checkpoint and checks that its required content exists. It never throws. */
  def problem(checkpoint: FoundCheckpoint): Option[CheckpointProblem] =
    checkpoint.problem.orElse(
      new CheckpointInspector(contents(checkpoint.format, _), () => sidecars).problem(checkpoint)
    )

  /** Returns what is wrong with the actions in a file of JSON lines, in words. */
  def inspect(file: LogEntry): Either[LogProblem, Seq[String]] =
    text(file)(reader => ActionLines.inspect(file.name, lines(reader)))

  /** Reconciles the actions in files of JSON lines, in the order given. */
  def reconciled(files: Seq[LogEntry]): Either[LogProblem, ReconciledActions] =
    files.foldLeft[Either[LogProblem, ReconciledActions]](Right(ReconciledActions.none)) {
      case (Right(earlier), file) =>
        text(file)(reader => ActionLines.reconcile(file.name, lines(reader), earlier))
      case (problem, _) => problem
    }

  /** Returns what is wrong with a checkpoint file in Parquet, in words. */
  def inspectParquet(file: LogEntry): Either[LogProblem, Seq[String]] =
    inspectParquet(listed.status(file.name))

  /** Returns what is wrong with a sidecar, in words; nothing if it does not exist. */
  def inspectSidecar(name: String): Either[LogProblem, Seq[String]] =
    sidecars.flatMap { found =>
      if (found.contains(name)) sidecarFiles.flatMap(all => inspectParquet(all.status(name)))
      else Right(Nil)
    }

  /** Returns the names of the sidecars of a checkpoint; `None` if one of its files cannot be read. */
  def sidecarsOf(checkpoint: FoundCheckpoint): Option[Seq[String]] = {
    val found = checkpoint.files.map(contents(checkpoint.format, _).toOption)
    Option.when(found.forall(_.isDefined))(found.flatten.flatMap(_.sidecars.map(_.name)))
  }

  /**
   * Returns the data files that a checkpoint lists, in its own files and in its sidecars; `None` if one of these cannot be
   * read.
   *
   * @param columns columns of [[ParquetFiles]] that are needed
   */
  def filesIn(
      checkpoint: FoundCheckpoint,
      sidecarNames: Seq[String],
      columns: Set[String]
  ): Option[Seq[ListedFile]] =
    ofFiles(checkpoint, sidecarNames)(fileActions(_).map(_.added)) { status =>
      orNone(status)(new ParquetFiles(columns, hadoopConf).read(status))
    }.map(_.flatten)

  /** Returns how many bytes [[filesIn]] would read; `None` if one of the files cannot be read. */
  def bytesIn(
      checkpoint: FoundCheckpoint,
      sidecarNames: Seq[String],
      columns: Set[String]
  ): Option[Long] =
    ofFiles(checkpoint, sidecarNames)(file => Some(file.size)) { status =>
      orNone(status)(new ParquetFiles(columns, hadoopConf).size(status))
    }.map(_.sum)

  /** Applies `json` or `parquet` to each file and sidecar of a checkpoint. Returns `None` if one of them returns `None`. */
  private def ofFiles[A](checkpoint: FoundCheckpoint, sidecarNames: Seq[String])(
      json: LogEntry => Option[A]
  )(parquet: FileStatus => Option[A]): Option[Seq[A]] = {
    val own = checkpoint.files.map { file =>
      checkpoint.format match {
        case LogFile.Format.Json => json(file)
        case LogFile.Format.Parquet => parquet(listed.status(file.name))
      }
    }
    val beside = sidecarNames.map(name =>
      sidecarFiles.toOption.filter(_.files.exists(_.name == name))
        .flatMap(all => parquet(all.status(name)))
    )
    val all = own ++ beside
    Option.when(all.forall(_.isDefined))(all.flatten)
  }

  private def orNone[A](status: FileStatus)(read: => A): Option[A] =
    guarded(status.getPath.getName)(Right(read)).toOption

  /** Returns the data files that a file of JSON lines adds and removes; `None` if it cannot be read. */
  def fileActions(file: LogEntry): Option[FileActions] =
    text(file)(reader => Right(FileActions.read(lines(reader)))).toOption.flatten

  /** Reads a whole file as text. */
  def read(file: LogEntry): Either[LogProblem, String] =
    text(file)(reader => Right(IOUtils.toString(reader)))

  private def inspectParquet(status: FileStatus): Either[LogProblem, Seq[String]] = {
    val name = status.getPath.getName
    guarded(name)(Right(ParquetInspection.defects(status, hadoopConf).map(d => s"$name: $d")))
  }

  private def contents(format: LogFile.Format, file: LogEntry): Either[LogProblem, TopLevel] =
    format match {
      case LogFile.Format.Parquet => guarded(file.name) {
          val status = listed.status(file.name)
          Right(
            TopLevel(
              ParquetCheckpoint.read(status, hadoopConf),
              ParquetSidecars.read(status, hadoopConf)
            )
          )
        }
      case LogFile.Format.Json => text(file) { reader =>
          val all = lines(reader).toSeq
          ActionLines
            .read(file.name, all.iterator)
            .map(found => TopLevel(found.contents, SidecarLines.read(all)))
        }
    }

  private def parquet(file: LogEntry): Either[LogProblem, LogContents] =
    guarded(file.name)(Right(ParquetCheckpoint.read(listed.status(file.name), hadoopConf)))

  private def actions(file: LogEntry)(reader: Reader): Either[LogProblem, CommitActions] =
    ActionLines.read(file.name, lines(reader))

  private def lines(reader: Reader): Iterator[String] = {
    val buffered = new BufferedReader(reader)
    Iterator.continually(buffered.readLine()).takeWhile(_ != null)
  }

  /** Reads a file as UTF-8. Its decoder reports invalid bytes, which a reader would else replace. */
  private def text[A](file: LogEntry)(read: Reader => Either[LogProblem, A]) =
    guarded(file.name) {
      val stream = fs.open(listed.status(file.name).getPath)
      Using.resource(new InputStreamReader(stream, UTF_8.newDecoder()))(read)
    }
}

private[storage] object LogDirectory {

  private val Sidecars = "_sidecars"

  /** Lists the log of a table. It costs one request, or a second one if there is no log. */
  def list(tablePath: Path, hadoopConf: Configuration): Either[LogProblem, LogDirectory] = {
    val logPath = new Path(tablePath, "_delta_log")
    guarded(logPath.toString) {
      val fs = tablePath.getFileSystem(hadoopConf)
      try {
        val found = DirectoryListing.list(fs, logPath)
        if (found.others.isEmpty && found.files.map(_.name) == Seq(logPath.getName))
          Left(LogProblem.NotATable(tablePath.toString))
        else Right(new LogDirectory(fs, logPath, found, hadoopConf))
      } catch { case _: FileNotFoundException => Left(withoutLog(fs, tablePath)) }
    }
  }

  /**
   * Returns why a directory has no log. The local file system also reports "not found" below a directory without read
   * permission. Listing the table's directory tells the two apart.
   */
  private def withoutLog(fs: FileSystem, tablePath: Path): LogProblem =
    try {
      fs.listStatusIterator(tablePath).hasNext
      LogProblem.NotATable(tablePath.toString)
    } catch { case _: FileNotFoundException => LogProblem.PathNotFound(tablePath.toString) }

  /**
   * Turns every failure into a `LogProblem`. File systems and Parquet throw unchecked exceptions too, and one bad file must
   * not fail a report on many tables.
   */
  private def guarded[A](file: String)(read: => Either[LogProblem, A]): Either[LogProblem, A] =
    try read
    catch {
      case _: CharacterCodingException =>
        Left(LogProblem.NotReadable(file, "it is not UTF-8"))
      // Hadoop's checksum files name their own block size, so a damaged one can ask for too much memory.
      case e @ (NonFatal(_) | _: OutOfMemoryError) =>
        Left(LogProblem.NotReadable(file, FileSystemFailure.text(e)))
    }
}
