package io.deltaward.serializability.log

import java.io.{File, FileFilter}

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path

/** Copies of a table's files, so that its old versions can still be read after a VACUUM. */
final class KeptFiles(table: Path, copies: File) {

  private val directory = new File(table.toUri)

  private val data: FileFilter = file => file.getName != "_delta_log"

  /** Copies the data files. Call this before each VACUUM. */
  def keep(): Unit = FileUtils.copyDirectory(directory, copies, data)

  def giveBack(): Unit = if (copies.exists) FileUtils.copyDirectory(copies, directory)
}
