package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.TooManyRows

/** How much may be read to resolve a conflict with one winner (rule RL4). */
final class Limits(maxRows: Long) {

  def allow(files: Iterable[AddFile]): Either[Unresolved, Unit] = {
    val rows = files.iterator.map(Limits.rowsOf).sum
    Either.cond(allowRows(rows), (), TooManyRows(rows, maxRows))
  }

  /** Of rows that are looked up one by one. */
  def allowRows(rows: Long): Boolean = rows <= maxRows
}

object Limits {

  /** Where a file does not say how many rows it has, its bytes are counted. */
  def rowsOf(file: AddFile): Long = file.numPhysicalRecords.getOrElse(file.size)
}
