package io.deltaward.files

import scala.annotation.tailrec
import scala.util.Try

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.fs.viewfs.ViewFileSystem

/**
 * Resolves Hadoop's mount tables. A user can define a mount in a session, or in the options of a write, and reach a table
 * through it.
 */
object Mounts {

  /** Returns the path behind a mount, or `None` if the path is not mounted. */
  def target(path: Path, conf: => Configuration): Option[Path] =
    Try(path.getFileSystem(conf)).toOption
      .collect { case files if hasMounts(files) => real(files, path, Nil) }
      .flatten
      .filter(_ != path)

  /**
   * Checks for both mounting file systems. `ViewDistributedFileSystem` does not extend `ViewFileSystem`, and its library is
   * optional.
   */
  private def hasMounts(files: FileSystem): Boolean =
    files.isInstanceOf[ViewFileSystem] ||
      Iterator.iterate[Class[_]](files.getClass)(_.getSuperclass).takeWhile(_ != null)
        .exists(_.getName == "org.apache.hadoop.hdfs.ViewDistributedFileSystem")

  /** Resolves the part of a path that exists. A statement may be about to create the table. */
  @tailrec
  private def real(files: FileSystem, path: Path, below: List[String]): Option[Path] =
    Try(files.resolvePath(path)).toOption match {
      case Some(found) => Some(below.foldLeft(found)(new Path(_, _)))
      case None if path.getParent == null => None
      case None => real(files, path.getParent, path.getName :: below)
    }
}
