package io.deltaward

import java.nio.file.{Files, Path => JPath}

import scala.collection.mutable

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path

/** Tables that the suites of a JVM make once, to be copied and not changed. */
object MadeTables {

  private lazy val directory: JPath = {
    val made = Files.createTempDirectory("deltaward-tables")
    sys.addShutdownHook(FileUtils.deleteQuietly(made.toFile): Unit): Unit
    made
  }

  private val tables = mutable.Map.empty[Seq[Any], Path]

  /**
   * @param kind what tells the table from all others
   * @param make makes it, the first time it is asked for
   */
  def made(kind: Any*)(make: Path => Unit): Path =
    tables.getOrElseUpdate(
      kind, {
        val path = new Path(Files.createTempDirectory(directory, "table").toUri)
        make(path)
        path
      }
    )
}
