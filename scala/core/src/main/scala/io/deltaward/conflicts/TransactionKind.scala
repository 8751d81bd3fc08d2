package io.deltaward.conflicts

/** Classifies a transaction by what its outcome depends on. This decides which winning commits conflict with it. */
sealed trait TransactionKind

object TransactionKind {

  /**
   * The outcome for a row depends only on that row and on fixed inputs: DELETE, UPDATE, and MERGE without an INSERT clause.
   */
  case object RowLocal extends TransactionKind

  /**
   * MERGE that inserts, and changes every row that it matches. Whether a source row has a match can change only with rows
   * that the MERGE itself changes, or with added rows.
   */
  case object Upsert extends TransactionKind

  /** The outcome depends on rows that the transaction reads without changing them. */
  case object Reader extends TransactionKind

  /** OPTIMIZE and REORG: they write the same rows to other files. */
  case object Rewrite extends TransactionKind

  /** INSERT OVERWRITE, of the table or by a condition. It may replace rows that another commit changes: nobody can tell. */
  case object Replacing extends TransactionKind

  /** A transaction that may have read more than is known. */
  case object Opaque extends TransactionKind

  /**
   * Returns the kind of a MERGE whose source does not read its target.
   *
   * @param inserts           whether the MERGE has a NOT MATCHED clause
   * @param changesEveryMatch whether a MATCHED clause has no condition
   */
  def ofMerge(inserts: Boolean, changesEveryMatch: Boolean): TransactionKind =
    if (!inserts) RowLocal
    else if (changesEveryMatch) Upsert
    else Reader
}
