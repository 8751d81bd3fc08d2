package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.{AddFile, CommitInfo, RemoveFile}
import org.apache.spark.sql.delta.commands.DeletionVectorUtils

import io.deltaward.concurrency.changes.{Losing, Winning}
import io.deltaward.concurrency.moved.RewriteMetrics
import io.deltaward.concurrency.reads.OperationKind
import io.deltaward.concurrency.resolve.{Resolver, RowsRead, SkippedAppends}
import io.deltaward.conf.DeltawardConf
import io.deltaward.conflicts.{Resolution, TransactionKind, Unresolved}
import io.deltaward.conflicts.Unresolved._

/**
 * Resolves the conflicts of one transaction, one winning commit after the other.
 *
 * @param snapshot    what the transaction reads
 * @param notes       where the transaction has put rows, if it is a rewrite
 * @param operationOf returns the operation that the transaction commits
 */
final class RowLevelConcurrency(
    snapshot: Snapshot,
    statement: StatementContext,
    resolver: Resolver.Factory,
    notes: RewriteNotes,
    operationOf: CurrentTransactionInfo => DeltaOperations.Operation
) {

  private val vectors = new DeletionVectorFiles(snapshot.deltaLog)
  private val access = new RowAccess(statement, vectors)
  private val winners = new WinningCommits(snapshot)
  private val decide = new BoundedDecision(statement)
  private val metadata = new MetadataResolution(snapshot, statement, access, decide)

  private var skippedAppends = SkippedAppends.none

  private def isEnabled: Boolean = statement.settings.getConf(DeltawardConf.ROW_LEVEL_ENABLED)

  /** Returns what the transaction writes. It is no blind append if its statement read the table, whatever Delta recorded. */
  def attempted(info: CurrentTransactionInfo): CurrentTransactionInfo =
    if (statement.readsUnrecorded)
      info.copy(commitInfo = info.commitInfo.map(_.copy(isBlindAppend = Some(false))))
    else notes.addTo(info)

  /**
   * Returns the first commit that changed rows after the statement was analysed, and before its transaction began. What the
   * statement reads without a record may be from before that commit.
   */
  def missed(
      level: IsolationLevel,
      table: Option[CatalogTable]
  ): Option[WinningCommitSummary] =
    if (level == SnapshotIsolation || !statement.readsUnrecorded) None
    else
      statement.analysedVersion.filter(_ < snapshot.version).flatMap(winners.firstAfter(_, table))

  /** Resolves all conflicts of one attempt within one limit of time, and stores the deletion vectors that this made. */
  def attempt(resolve: => CurrentTransactionInfo): CurrentTransactionInfo = {
    decide.restart()
    val info = resolve
    val actions = vectors.stored(info.actions, info.metadata)
    if (actions eq info.actions) info else info.copy(actions = actions)
  }

  /**
   * Returns a conflict that Delta does not look for: the statement read the table without a record of it, no order of the two
   * commits and an append before them explains both, or rows would lose the ids that the winning commit gave them.
   */
  def overlooked(encounter: Encounter): Option[Unresolved] =
    if (winners.startsRowTracking(encounter.winner) && removesFiles(encounter.info))
      Some(ChangeInTheWay("row tracking, which gave ids to the rows of the files that it replaces"))
    else unexplained(encounter)

  private def removesFiles(info: CurrentTransactionInfo): Boolean =
    info.actions.exists(_.isInstanceOf[RemoveFile])

  private def unexplained(encounter: Encounter): Option[Unresolved] = {
    val info = encounter.info
    skippedAppends.check(
      winners.placed(encounter.winner),
      encounter.level,
      info.metadataChanged,
      statement.readsUnrecorded,
      statement.readsAhead
    )(unread(info, _)) match {
      case Right(after) =>
        skippedAppends = after
        None
      case Left(why) => Some(why)
    }
  }

  private def unread(
      info: CurrentTransactionInfo,
      appends: Seq[AddFile]
  ): Either[Unresolved, Unit] =
    decide(
      SkippedAppends.unread(
        losing(info, TransactionKind.Opaque),
        appends,
        new RowsRead(access.rows(info), access.ranges(info), access.limits)
      )
    ).left.map(_ => OrderedBeforeAppend)

  /** Returns what to commit after a conflict about files, or why the conflict stays. Does not fail. */
  def resolved(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Either[Unresolved, Resolved] =
    if (!isEnabled) Left(TurnedOff)
    else
      decide(
        for {
          _ <- obstacle(info).toLeft(())
          loser <- losing(info)
          winning = winners.winning(winner)
          readByWinner = skippedAppends.readBy(winners.placed(winner))
          after <- resolver(access.rows(info), access.ranges(info), access.limits)
            .resolve(loser, winning, readByWinner)
        } yield {
          KeptLog.requireFor(info)
          val (how, files) = resolution(loser, winning)
          Resolved(rebased(info, after, note(winner, how)), how, files)
        }
      )

  /** Returns what to commit after a change of the metadata, or why the conflict stays. Does not fail. */
  def resolvedMetadata(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Either[Unresolved, Resolved] = metadata.resolve(info, operationOf(info), winner).map {
    case (how, after) =>
      val told = after.commitInfo.map(note(winner, how))
      Resolved(after.copy(commitInfo = told), how, Nil)
  }

  private def note(winner: WinningCommitSummary, how: Resolution)(info: CommitInfo): CommitInfo =
    ResolvedConflicts.add(info, ResolvedConflicts.text(ConflictFacts.winner(winner), how))

  private def obstacle(info: CurrentTransactionInfo): Option[Unresolved] = {
    val read = info.readSnapshot
    if (
      !DeletionVectorUtils.deletionVectorsWritable(info.protocol, info.metadata) ||
      !DeletionVectorUtils.deletionVectorsWritable(read.protocol, read.metadata)
    ) Some(NoDeletionVectors)
    else if (metadata.addedColumns) Some(ChangeInTheWay("a new column"))
    else if (ColumnWithDefaultExprUtils.hasIdentityColumn(read.metadata.schema))
      Some(Unresolved.IdentityColumn)
    else statement.obstacle
  }

  /** Returns how the conflict was resolved, and the files of which both commits change rows. */
  private def resolution(loser: Losing, winner: Winning): (Resolution, Seq[String]) = {
    val both = loser.changes.marked.keySet.intersect(winner.changes.marked.keySet)
    if (loser.kind == TransactionKind.Rewrite || winner.keepsRows)
      (Resolution.RewrittenFiles, Nil)
    else if (both.nonEmpty) (Resolution.OtherRows, both.toSeq.sorted)
    else (Resolution.NothingRead, Nil)
  }

  private def rebased(
      info: CurrentTransactionInfo,
      after: Losing,
      note: CommitInfo => CommitInfo
  ): CurrentTransactionInfo = {
    val told = info.commitInfo.map(note)
    info.copy(
      actions = after.actions,
      readFiles = after.readFiles,
      commitInfo =
        if (after.kind == TransactionKind.Rewrite) told.map(RewriteMetrics.correct(_, after))
        else told
    )
  }

  private def losing(info: CurrentTransactionInfo): Either[Unresolved, Losing] =
    OperationKind.classify(operationOf(info)).map { kind =>
      val isKnown = kind == TransactionKind.Rewrite || statement.recordsReadsOf(operationOf(info))
      losing(info, if (isKnown) kind else TransactionKind.Opaque)
    }

  private def losing(info: CurrentTransactionInfo, kind: TransactionKind): Losing = Losing(
    operationOf(info).name,
    kind,
    info.actions,
    info.readFiles,
    ConflictFacts.predicates(info),
    info.readWholeTable || info.readPredicates.exists(!_.shouldRewriteFilter),
    statement.upsertKey,
    statement.mergeReads(operationOf(info)),
    notes.stretchesOf(info.actions)
  )
}
