package io.deltaward.concurrency.changes

/** What identifies a row: a digest of its values, and of its row id where the table tracks rows. */
final case class RowImage(digest: String)
