package io.deltaward.conflicts

/**
 * What of a table decides which of its writers conflict.
 *
 * @param name                as a statement names it
 * @param isolationLevel      that its commits have now
 * @param rowLevelConcurrency whether it is on, for tables that can have it
 * @param unrecordedReads     whether a statement fails for reads that its transaction does not record
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

  /** Whether conflicts are looked at row by row. */
  def byRow: Boolean = deletionVectors && rowLevelConcurrency && !identityColumn
}
