package io.deltaward.concurrency.resolve

import org.apache.spark.sql.delta.{IsolationLevel, SnapshotIsolation, WriteSerializable}
import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.concurrency.changes.Losing
import io.deltaward.concurrency.reads.Obstacles
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.UnknownReads

/**
 * Blind appends that a transaction has been ordered before: a later winner that has read one of them leaves no order.
 *
 * @param files by the version of the append
 */
final case class SkippedAppends(files: Map[Long, Seq[AddFile]]) {

  /**
   * What the transaction is ordered before, now that it comes after a winner on whose files Delta finds no conflict.
   *
   * @param readsPastIt whether the transaction has read the table in a way that is not recorded
   * @param readsAhead  whether it can have read rows that were committed after it began, so that it is not ordered before them
   * @param unread      whether the transaction would have read none of the rows of appends that the winner may have read
   */
  def past(
      winner: PlacedCommit,
      level: IsolationLevel,
      changesMetadata: Boolean,
      readsPastIt: => Boolean,
      readsAhead: => Boolean
  )(unread: Seq[AddFile] => Either[Unresolved, Unit]): Either[Unresolved, SkippedAppends] =
    if (level == SnapshotIsolation) Right(this)
    // Delta orders the transaction before a blind append, whatever rows it holds.
    else if (level == WriteSerializable && !changesMetadata && winner.appended.nonEmpty)
      if (readsAhead) Left(UnknownReads)
      else Right(SkippedAppends(files + (winner.version -> winner.appended)))
    else if (!winner.changesRows) Right(this)
    else if (readsPastIt) Left(UnknownReads)
    else {
      val appends = readBy(winner)
      if (appends.isEmpty) Right(this) else unread(appends).map(_ => this)
    }

  /** A transaction that started before an append has not read it. */
  def readBy(winner: PlacedCommit): Seq[AddFile] =
    files.filter { case (version, _) => winner.readVersion.forall(_ >= version) }
      .values
      .flatten
      .toSeq
}

object SkippedAppends {

  val none: SkippedAppends = SkippedAppends(Map.empty)

  /** Whether a transaction would have read none of these rows. */
  def unread(
      loser: Losing,
      appends: Seq[AddFile],
      rowsRead: RowsRead
  ): Either[Unresolved, Unit] =
    Obstacles.inPredicates(loser.readPredicates).toLeft(())
      .flatMap(_ => rowsRead.noneAdded(loser, appends))
}

/**
 * A commit as others are ordered around it.
 *
 * @param readVersion if it says what it has read
 * @param appended    its files, if it is a blind append
 */
final case class PlacedCommit(
    version: Long,
    readVersion: Option[Long],
    appended: Seq[AddFile],
    changesRows: Boolean
)
