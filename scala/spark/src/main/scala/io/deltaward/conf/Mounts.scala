package io.deltaward.conf

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
      .collect { case view: ViewFileSystem => real(view, path, Nil) }
      .flatten
      .filter(_ != path)

  /** Of what is there: a table may be about to be made. */
  @tailrec
  private def real(files: FileSystem, path: Path, below: List[String]): Option[Path] =
    Try(files.resolvePath(path)).toOption match {
      case Some(found) => Some(below.foldLeft(found)(new Path(_, _)))
      case None if path.getParent == null => None
      case None => real(files, path.getParent, path.getName :: below)
    }
}
