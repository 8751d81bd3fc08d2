package io.deltaward.fleet

import java.io.FileNotFoundException
import java.nio.file.{Files, Paths}

import scala.util.Try

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

/** Searches directories for tables. It does not look below the directory of a table. */
final class Directories(conf: Configuration) {

  def isTable(directory: Path): Boolean =
    directory.getFileSystem(conf).exists(new Path(directory, "_delta_log"))

  /**
   * Returns the directories directly in a directory, or none if it is gone. Skips hidden names, which start with `_` or `.`
   * as in Spark. Also skips links to a directory above, which lead in a circle.
   *
   * @throws java.io.IOException the file system's error
   */
  def listIn(directory: Path): Seq[Path] =
    try
      directory.getFileSystem(conf).listStatus(directory).toSeq
        .filter(_.isDirectory)
        .map(_.getPath)
        .filterNot(path => path.getName.startsWith("_") || path.getName.startsWith("."))
        .map(below(directory, _))
        .filterNot(leadsBack)
        .sortBy(_.getName)
    catch { case _: FileNotFoundException => Nil }

  /** Returns the path below the root as the user wrote the root, if Hadoop can join the two. */
  private def below(directory: Path, found: Path): Path =
    Try(new Path(directory, found.getName)).getOrElse(found)

  private def leadsBack(directory: Path): Boolean = {
    def isLocal = directory.getFileSystem(conf).getUri.getScheme == "file"
    isLocal && {
      val path = Paths.get(directory.toUri.getPath)
      Files.isSymbolicLink(path) && {
        val real = path.toRealPath()
        Iterator.iterate(path.getParent)(_.getParent).takeWhile(_ != null).exists(_.toRealPath() ==
          real)
      }
    }
  }
}
