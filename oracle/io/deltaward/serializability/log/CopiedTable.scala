package io.deltaward.serializability.log

import java.io.File
import java.nio.file.Files

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path

/** A temporary copy of a table, for operations that must not touch the table itself. */
object CopiedTable {

  def withCopy[A](table: Path)(body: Path => A): A = {
    val folder = Files.createTempDirectory("deltaward-copy").toFile
    try {
      val copy = new File(folder, "table")
      FileUtils.copyDirectory(new File(table.toUri), copy)
      body(new Path(copy.toURI))
    } finally FileUtils.deleteDirectory(folder)
  }
}
