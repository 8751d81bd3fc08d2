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

  /**
   * The kind of a MERGE.
   *
   * @param inserts              whether it has a NOT MATCHED clause
   * @param changesEveryMatch    whether a MATCHED clause has no condition
   * @param readsTargetElsewhere whether its source, or a subquery, reads the table that it writes
   */
  def ofMerge(
      inserts: Boolean,
      changesEveryMatch: Boolean,
      readsTargetElsewhere: Boolean
  ): TransactionKind =
    if (readsTargetElsewhere) Reader
    else if (!inserts) RowLocal
    else if (changesEveryMatch) Upsert
    else Reader
}
