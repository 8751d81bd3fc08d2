package io.deltaward.fleet

import java.io.FileNotFoundException
import java.nio.file.{Files, Paths}

import scala.util.Try

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

/** Goes through directories in search of tables. What is below a table's own directory is its own affair. */
final class Directories(conf: Configuration) {

  def isTable(directory: Path): Boolean =
    directory.getFileSystem(conf).exists(new Path(directory, "_delta_log"))

  /**
   * The directories directly in this one; none where it has gone. Names that start with `_` or `.` are hidden, as Spark has
   * it, and a link to what is above it leads in a circle.
   *
   * @throws java.io.IOException what the file system fails with
   */
  def in(directory: Path): Seq[Path] =
    try
      directory.getFileSystem(conf).listStatus(directory).toSeq
        .filter(_.isDirectory)
        .map(_.getPath)
        .filterNot(path => path.getName.startsWith("_") || path.getName.startsWith("."))
        .map(below(directory, _))
        .filterNot(leadsBack)
        .sortBy(_.getName)
    catch { case _: FileNotFoundException => Nil }

  /** As the user wrote the root, where the name lets Hadoop put the two together. */
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
