package io.deltaward.files

import scala.annotation.tailrec
import scala.util.Try

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.fs.viewfs.ViewFileSystem

/** Hadoop's mount tables: whoever reaches a table through one can make one, in a session or in the options of a write. */
object Mounts {

  /** Where a path really is; `None` where it is not mounted. */
  def target(path: Path, conf: => Configuration): Option[Path] =
    Try(path.getFileSystem(conf)).toOption
      .collect { case files if hasMounts(files) => real(files, path, Nil) }
      .flatten
      .filter(_ != path)

  /** The second one is no subclass of the first, and is in a library that need not be there. */
  private def hasMounts(files: FileSystem): Boolean =
    files.isInstanceOf[ViewFileSystem] ||
      Iterator.iterate[Class[_]](files.getClass)(_.getSuperclass).takeWhile(_ != null)
        .exists(_.getName == "org.apache.hadoop.hdfs.ViewDistributedFileSystem")

  /** Of what is there: a table may be about to be made. */
  @tailrec
  private def real(files: FileSystem, path: Path, below: List[String]): Option[Path] =
    Try(files.resolvePath(path)).toOption match {
      case Some(found) => Some(below.foldLeft(found)(new Path(_, _)))
      case None if path.getParent == null => None
      case None => real(files, path.getParent, path.getName :: below)
    }
}
