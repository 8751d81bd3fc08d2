package io.deltaward.concurrency.changes

/** @param index the row's index in its file, counting deleted rows */
final case class RowPosition(path: String, index: Long)
