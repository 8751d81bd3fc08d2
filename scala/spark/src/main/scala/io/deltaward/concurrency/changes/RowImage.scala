package io.deltaward.concurrency.changes

/** The identity of a row: a digest of its values, and of its row id if the table tracks rows. */
final case class RowImage(digest: String)
