package io.deltaward

import java.nio.file.{Files, Path => JPath}

import scala.collection.mutable

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path

/** Tables that the suites of a JVM make once. Copy them; do not change them. */
object MadeTables {

  private lazy val directory: JPath = {
    val made = Files.createTempDirectory("deltaward-tables")
    sys.addShutdownHook(FileUtils.deleteQuietly(made.toFile): Unit): Unit
    made
  }

  private val tables = mutable.Map.empty[Seq[Any], Path]

  /**
   * @param kind key that tells the table from all others
   * @param make makes the table, on its first use
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
