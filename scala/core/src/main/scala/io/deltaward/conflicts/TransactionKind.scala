package io.deltaward.conflicts

/** What the outcome of a transaction depends on, which decides what of a winning commit can disturb it. */
sealed trait TransactionKind

object TransactionKind {

  /**
   * What happens to a row depends on that row, and on inputs that are fixed: DELETE, UPDATE, and MERGE without an INSERT
   * clause.
   */
  case object RowLocal extends TransactionKind

  /**
   * MERGE that inserts, and changes every row that it matches: whether a source row has a match can only change with rows
   * that the MERGE itself changes, or with rows that are added.
   */
  case object Upsert extends TransactionKind

  /** The outcome depends on rows that the transaction reads without changing them. */
  case object Reader extends TransactionKind

  /** The same rows in other files: OPTIMIZE and REORG. */
  case object Rewrite extends TransactionKind

  /** INSERT OVERWRITE, whole or by a condition: of rows that somebody else changes it is not known whether it replaces them. */
  case object Replacing extends TransactionKind

  /** Not all that it has read is known. */
  case object Opaque extends TransactionKind

  /**
   * The kind of a MERGE whose source does not read its target.
   *
   * @param inserts           whether it has a NOT MATCHED clause
   * @param changesEveryMatch whether a MATCHED clause has no condition
   */
  def ofMerge(inserts: Boolean, changesEveryMatch: Boolean): TransactionKind =
    if (!inserts) RowLocal
    else if (changesEveryMatch) Upsert
    else Reader
}
