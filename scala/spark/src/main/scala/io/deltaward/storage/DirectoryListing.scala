package io.deltaward.storage

import java.io.{FileNotFoundException, IOException}
import java.nio.file.{Files, NoSuchFileException, NotDirectoryException}
import java.nio.file.attribute.BasicFileAttributes

import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

import org.apache.hadoop.fs.{FileStatus, FileSystem, LocalFileSystem, Path, RawLocalFileSystem}

import io.deltaward.log.LogEntry

/**
 * The direct content of a directory.
 *
 * @param files  every file
 * @param others names of everything that is not a file
 * @param status returns the status of a file by its name, as its file system needs it
 */
final private[storage] case class DirectoryListing(
    files: Seq[LogEntry],
    others: Seq[String],
    status: String => FileStatus
)

private[storage] object DirectoryListing {

  val none: DirectoryListing = DirectoryListing(Nil, Nil, Map.empty)

  /**
   * Lists a directory with one request.
   *
   * @throws java.io.FileNotFoundException if there is no such directory
   */
  def list(fs: FileSystem, directory: Path): DirectoryListing =
    local(fs).map(_.pathToFile(directory)).filter(_.isDirectory) match {
      case Some(found) =>
        try ofLocal(fs, directory, found.toPath)
        catch {
          case e @ (_: NoSuchFileException | _: NotDirectoryException) =>
            throw new FileNotFoundException(e.getMessage)
        }
      case None => ofHadoop(fs.listStatus(directory).toSeq)
    }

  private def ofHadoop(found: Seq[FileStatus]): DirectoryListing = {
    val (files, others) = found.partition(_.isFile)
    DirectoryListing(
      files.map(s => LogEntry(s.getPath.getName, s.getLen, s.getModificationTime)),
      others.map(_.getPath.getName),
      files.map(s => s.getPath.getName -> s).toMap
    )
  }

  /** Returns Hadoop's own local file system, unless another class replaces it. */
  private def local(fs: FileSystem): Option[RawLocalFileSystem] = fs match {
    case whole: LocalFileSystem if whole.getClass == classOf[LocalFileSystem] =>
      whole.getRaw match {
        case raw: RawLocalFileSystem if raw.getClass == classOf[RawLocalFileSystem] => Some(raw)
        case _ => None
      }
    case _ => None
  }

  /**
   * Lists a local directory. Hadoop would query each file several times and parse a URI for it, which takes a third of the
   * time of an audit. Like Hadoop, this omits Hadoop's own checksum files and everything unreadable: files that vanish
   * meanwhile, links that lead nowhere or in a circle, and names that are not valid text.
   */
  private def ofLocal(
      fs: FileSystem,
      directory: Path,
      path: java.nio.file.Path
  ): DirectoryListing = {
    val found = Using.resource(Files.newDirectoryStream(path)) { stream =>
      stream.iterator.asScala
        .filter(isText(path, _))
        .filterNot(file => isChecksumOfHadoop(file.getFileName.toString))
        .flatMap(file => attributes(file).map(file.getFileName.toString -> _))
        .toSeq
    }
    val (others, files) = found.partition { case (_, attributes) => attributes.isDirectory }
    val entries = files.map { case (name, attributes) =>
      name -> LogEntry(name, attributes.size, attributes.lastModifiedTime.toMillis)
    }
    val byName = entries.toMap
    DirectoryListing(
      entries.map(_._2),
      others.map(_._1),
      name => status(fs, directory, byName(name))
    )
  }

  private def attributes(file: java.nio.file.Path): Option[BasicFileAttributes] =
    try Some(Files.readAttributes(file, classOf[BasicFileAttributes]))
    catch { case _: IOException => None }

  private def isText(directory: java.nio.file.Path, file: java.nio.file.Path) = {
    val name = file.getFileName.toString
    !name.contains('\uFFFD') || Try(directory.resolve(name)).toOption.contains(file)
  }

  private def isChecksumOfHadoop(name: String) = name.startsWith(".") && name.endsWith(".crc")

  private def status(fs: FileSystem, directory: Path, file: LogEntry): FileStatus = {
    val path = fs.makeQualified(new Path(directory, new Path(null, null, file.name)))
    new FileStatus(file.size, false, 1, fs.getDefaultBlockSize(path), file.modificationTime, path)
  }
}
