package io.deltaward.concurrency.changes

/** @param index of the row in its file, deleted ones counted */
final case class RowPosition(path: String, index: Long)
