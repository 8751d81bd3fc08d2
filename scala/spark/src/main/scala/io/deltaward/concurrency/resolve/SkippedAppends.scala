package io.deltaward.concurrency.resolve

import org.apache.spark.sql.delta.{IsolationLevel, SnapshotIsolation, WriteSerializable}
import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.concurrency.changes.Losing
import io.deltaward.concurrency.reads.Obstacles
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.UnknownReads

/**
 * Blind appends that a transaction is ordered before. If a later winning commit has read one of them, no order of the
 * commits is possible.
 *
 * @param files the appended files, by the version of the append
 */
final case class SkippedAppends(files: Map[Long, Seq[AddFile]]) {

  /**
   * Returns the appends that the transaction is ordered before, once it comes after a winning commit. Delta has found no
   * conflict on that commit's files.
   *
   * @param readsPastIt whether the transaction reads the table in a way that it does not record
   * @param readsAhead  whether it can have read rows committed after it began, so that it cannot be ordered before them
   * @param unread      checks that the transaction would have read no row of the appends that the winning commit may have
   *                    read
   */
  def check(
      winner: PlacedCommit,
      level: IsolationLevel,
      changesMetadata: Boolean,
      readsPastIt: => Boolean,
      readsAhead: => Boolean
  )(unread: Seq[AddFile] => Either[Unresolved, Unit]): Either[Unresolved, SkippedAppends] =
    if (level == SnapshotIsolation) Right(this)
    // Delta orders the transaction before a blind append, regardless of the rows in it.
    else if (level == WriteSerializable && !changesMetadata && winner.appended.nonEmpty)
      if (readsAhead) Left(UnknownReads)
      else Right(SkippedAppends(files + (winner.version -> winner.appended)))
    else if (!winner.changesRows) Right(this)
    else if (readsPastIt) Left(UnknownReads)
    else {
      val appends = readBy(winner)
      if (appends.isEmpty) Right(this) else unread(appends).map(_ => this)
    }

  /**
   * Returns the files of appends that the winning commit may have read. A commit that started before an append has not read
   * it.
   */
  def readBy(winner: PlacedCommit): Seq[AddFile] =
    files.filter { case (version, _) => winner.readVersion.forall(_ >= version) }
      .values
      .flatten
      .toSeq
}

object SkippedAppends {

  val none: SkippedAppends = SkippedAppends(Map.empty)

  /** Checks that a transaction would have read no row of these appends. */
  def unread(
      loser: Losing,
      appends: Seq[AddFile],
      rowsRead: RowsRead
  ): Either[Unresolved, Unit] =
    Obstacles.inPredicates(loser.readPredicates).toLeft(())
      .flatMap(_ => rowsRead.noneAdded(loser, appends))
}

/**
 * The facts of a commit that decide how other commits are ordered around it.
 *
 * @param readVersion the version that it has read, if it states one
 * @param appended    the files that it adds, if it is a blind append
 */
final case class PlacedCommit(
    version: Long,
    readVersion: Option[Long],
    appended: Seq[AddFile],
    changesRows: Boolean
)
