package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.FileAction

/** Counts the live rows that files report. */
object FileRows {

  /** Returns the number of live rows, or `None` if a file does not report it. */
  def known(files: Iterable[FileAction]): Option[Long] = {
    val counts = files.map(_.numLogicalRecords)
    Option.when(counts.forall(_.isDefined))(counts.flatten.sum)
  }

  def areAsMany(some: Iterable[FileAction], others: Iterable[FileAction]): Boolean =
    known(some).exists(known(others).contains)
}
