package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.TooManyRows

/** Limits the rows to read when resolving a conflict with one winning commit (rule RL4). */
final class Limits(maxRows: Long) {

  def allow(files: Iterable[AddFile]): Either[Unresolved, Unit] = {
    val rows = files.iterator.map(Limits.rowsOf).sum
    Either.cond(allowRows(rows), (), TooManyRows(rows, maxRows))
  }

  /** Checks a number of rows that are looked up one by one. */
  def allowRows(rows: Long): Boolean = rows <= maxRows
}

object Limits {

  /** Returns the number of rows in a file. If the file does not report it, returns its size in bytes. */
  def rowsOf(file: AddFile): Long = file.numPhysicalRecords.getOrElse(file.size)
}
