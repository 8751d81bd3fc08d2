package io.deltaward.conflicts

/**
 * The facts about a table that decide which of its writers conflict.
 *
 * @param name                name of the table as a statement writes it
 * @param isolationLevel      isolation level of its commits now
 * @param rowLevelConcurrency whether row-level concurrency is turned on, for tables that can have it
 * @param unrecordedReads     whether a statement can fail for reads that its transaction does not record
 */
final case class WrittenTable(
    name: String,
    isolationLevel: String,
    deletionVectors: Boolean,
    partitionColumns: Seq[String],
    clustered: Boolean,
    identityColumn: Boolean,
    appendOnly: Boolean,
    rowLevelConcurrency: Boolean,
    unrecordedReads: Boolean
) {

  /** Checks whether conflicts are resolved row by row. */
  def byRow: Boolean = deletionVectors && rowLevelConcurrency && !identityColumn
}
