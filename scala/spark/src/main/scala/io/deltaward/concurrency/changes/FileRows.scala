package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.FileAction

/** How many live rows files say that they hold. */
object FileRows {

  /** None where one of them does not say it. */
  def known(files: Iterable[FileAction]): Option[Long] = {
    val counts = files.map(_.numLogicalRecords)
    Option.when(counts.forall(_.isDefined))(counts.flatten.sum)
  }

  def areAsMany(some: Iterable[FileAction], others: Iterable[FileAction]): Boolean =
    known(some).exists(known(others).contains)
}
