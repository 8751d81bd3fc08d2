package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.spark.internal.Logging
import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.commands.{DeletionVectorUtils, MergeIntoCommand}
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.concurrency._
import io.deltaward.conf.{ConcurrencyConf, InForce}
import io.deltaward.conflicts.{TransactionKind, Unresolved}
import io.deltaward.conflicts.Unresolved.{NoDeletionVectors, UnknownOperation, Unreadable}

/** One transaction's part in row-level concurrency. It does nothing until Delta finds a conflict. */
final class RowLevelConcurrency(log: DeltaLog, tableId: => String, name: => String)
    extends Logging {

  private val vectors = new DeletionVectorFiles(log)

  /** Blind appends that the transaction has been ordered before. */
  private var skippedAppends = Vector.empty[AddFile]

  private val statement: Option[LogicalPlan] = RunningStatement.take()

  def enabled: Boolean = inForce.getConf(ConcurrencyConf.ROW_LEVEL_ENABLED)

  /** Under WriteSerializable, Delta orders the transaction before a blind append, whatever rows it holds. */
  def passed(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary,
      level: IsolationLevel
  ): Unit =
    if (level == WriteSerializable && !info.metadataChanged)
      skippedAppends ++= winner.blindAppendAddedFiles

  /** What to commit after all, or why the conflict stays. Never fails otherwise. */
  def resolved(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Either[Unresolved, CurrentTransactionInfo] =
    try
      for {
        _ <- obstacle(info).toLeft(())
        loser <- losing(info)
        after <- Deadline.within(inForce.getConf(ConcurrencyConf.MAX_RESOLUTION_TIME)) {
          resolver(info).against(loser, winning(winner), skippedAppends)
        }
      } yield info.copy(actions = after.actions, readFiles = after.readFiles)
    catch { case NonFatal(error) => Left(Unreadable(error.toString)) }

  def log(winner: WinningCommitSummary, outcome: Either[Unresolved, Any]): Unit = outcome match {
    case Right(_) => logInfo(s"$name: resolved the conflict with version ${winner.commitVersion}")
    case Left(why) =>
      logInfo(
        s"$name: the conflict with version ${winner.commitVersion} is not resolved, since ${why.because}"
      )
  }

  /** Writes what the resolution has left to be written. */
  def stored(info: CurrentTransactionInfo): CurrentTransactionInfo = {
    val actions = vectors.stored(info.actions, info.metadata)
    if (actions eq info.actions) info else info.copy(actions = actions)
  }

  private def inForce: SQLConf = InForce.of(SQLConf.get)

  private def resolver(info: CurrentTransactionInfo): Resolver = {
    val conf = SQLConf.get
    val snapshot = info.readSnapshot
    Resolver.factory(
      new TableRows(snapshot, vectors),
      new FileRanges(snapshot.metadata, conf.resolver, conf.sessionLocalTimeZone),
      new Limits(inForce.getConf(ConcurrencyConf.MAX_ROWS_TO_CHECK))
    )
  }

  private def obstacle(info: CurrentTransactionInfo): Option[Unresolved] = {
    val read = info.readSnapshot
    if (
      !DeletionVectorUtils.deletionVectorsWritable(info.protocol, info.metadata) ||
      !DeletionVectorUtils.deletionVectorsWritable(read.protocol, read.metadata)
    ) Some(NoDeletionVectors)
    else if (ColumnWithDefaultExprUtils.hasIdentityColumn(read.metadata.schema))
      Some(Unresolved.IdentityColumn)
    else statement.flatMap(Obstacles.inStatement)
  }

  private def losing(info: CurrentTransactionInfo): Either[Unresolved, Losing] =
    kindOf(info.op).map { kind =>
      Losing(
        info.op.name,
        kind,
        info.actions,
        info.readFiles,
        info.readPredicates.map(read => read.partitionPredicates ++ read.dataPredicates),
        info.readWholeTable || info.readPredicates.exists(!_.shouldRewriteFilter),
        statement.collect { case merge: MergeIntoCommand => merge }.flatMap(UpsertKey.of)
      )
    }

  private def winning(winner: WinningCommitSummary): Winning =
    Winning(winner.actions, winner.commitInfo.map(_.operation))

  private def kindOf(operation: DeltaOperations.Operation): Either[Unresolved, TransactionKind] =
    operation match {
      case _: DeltaOperations.OptimizeOrReorg => Right(TransactionKind.Rewrite)
      case _: DeltaOperations.Delete | _: DeltaOperations.Update =>
        Right(ifReadsAreKnown(operation, TransactionKind.RowLocal))
      case merge: DeltaOperations.Merge =>
        val kind = TransactionKind.ofMerge(
          inserts = merge.notMatchedPredicates.nonEmpty,
          changesEveryMatch = merge.matchedPredicates.exists(_.predicate.isEmpty)
        )
        Right(ifReadsAreKnown(operation, kind))
      case write: DeltaOperations.Write if write.mode == SaveMode.Append =>
        Right(ifReadsAreKnown(operation, TransactionKind.Reader))
      case other => Left(UnknownOperation(other.name))
    }

  /** Of the plan that ran: what a transaction records is not all that a statement can read. */
  private def ifReadsAreKnown(
      operation: DeltaOperations.Operation,
      kind: TransactionKind
  ): TransactionKind = {
    val reads = new StatementReads(tableId)
    if (statement.exists(reads.areRecorded(operation, _))) kind else TransactionKind.Opaque
  }
}
