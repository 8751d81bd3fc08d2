package org.apache.spark.sql.delta.deltaward

import scala.collection.mutable
import scala.util.control.NonFatal

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.internal.Logging
import org.apache.spark.sql.{classic, functions, SparkSession}
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.expressions.{And, Expression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.{Action, AddFile, RemoveFile}
import org.apache.spark.sql.delta.commands.{DeletionVectorUtils, MergeIntoCommand}
import org.apache.spark.sql.delta.util.FileNames
import org.apache.spark.sql.execution.{CacheManager, QueryExecution}
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.concurrency.blocks.BlockRun
import io.deltaward.concurrency.changes.{FileRanges, Limits, Losing, RowSource, Winning}
import io.deltaward.concurrency.moved.RewriteMetrics
import io.deltaward.concurrency.reads.{
  MergeReads,
  Obstacles,
  OperationKind,
  PartitionValues,
  PlanReads,
  PredicateText,
  Reads,
  RunningStatement,
  StatementReads,
  TableDirectory,
  TellingPartition,
  UpsertKey
}
import io.deltaward.concurrency.report.{ConflictEvents, ConflictSinks}
import io.deltaward.concurrency.resolve.{PlacedCommit, Resolver, RowsRead, SkippedAppends}
import io.deltaward.conf.{ConflictSink, DeltawardConf, InForce, SessionConf}
import io.deltaward.conflicts.{
  ConflictExplanation,
  ConflictingTable,
  Resolution,
  TransactionKind,
  Unresolved
}
import io.deltaward.conflicts.Unresolved._

/**
 * One transaction's part in isolation levels and row-level concurrency.
 *
 * @param name  of the table, for the driver's log
 * @param runs  of blocks that the transaction is part of
 * @param taken the snapshots of other tables that the transaction has taken, and reads by
 * @param notes of where the transaction has put rows, if it is a rewrite
 */
final class RowLevelConcurrency(
    log: DeltaLog,
    snapshot: Snapshot,
    session: SparkSession,
    name: => String,
    resolver: Resolver.Factory,
    runs: Set[BlockRun],
    taken: => Iterable[Snapshot],
    notes: RewriteNotes
) extends Logging {

  private val vectors = new DeletionVectorFiles(log)

  private var skippedAppends = SkippedAppends.none

  /** As read, or as the last winner that has changed it left it. */
  private var latestMetadata = snapshot.metadata

  /** Whether rows of later commits can differ in columns that the transaction does not know. */
  private var hasNewColumns = false

  private val running: Option[RunningStatement] = RunningStatement.take()

  private val statement: Option[LogicalPlan] = running.map(_.plan)

  private val directory = new TableDirectory(log.dataPath)

  private lazy val statementReads = readsOf(_ => false)

  /** Links are looked for in a conflict alone, and once: directories are walked through for them. */
  private lazy val readsInConflict = {
    val known = mutable.Map.empty[Path, Boolean]
    readsOf(path => known.getOrElseUpdate(path, directory.isLinkedFrom(path)))
  }

  private def readsOf(isLinked: Path => Boolean): StatementReads = {
    val id = snapshot.metadata.id
    new StatementReads(
      id,
      new PlanReads(id, snapshot.version, directory, isLinked, cached, new RddReads(directory).of)
    )
  }

  /** Before anything is planned: what is in the cache, or checkpointed, may not be the same later. */
  private val readsAtStart: Reads =
    if (snapshot.version < 0) Reads.Unknown
    else statement.fold[Reads](Reads.Unknown)(statementReads.of)

  /** At the start, too: rows that are in the cache may not be there any more later. Most often it is empty. */
  private val maybeCached: Option[LogicalPlan] = statement.filter(_ => cacheManager.isDefined)

  private val hasCachedSource = maybeCached.exists {
    case merge: MergeIntoCommand => cached(merge.source).nonEmpty
    case _ => false
  }

  private val readsFromCache =
    snapshot.version >= 0 && maybeCached.exists(statementReads.areFromCache)

  /** What it is planned and evaluated by. Another thread of its session may change it while it runs. */
  private val settings = settingsNow

  private var deadline = newDeadline

  /** Whether row-level concurrency is on, for tables that can have it. */
  def enabled: Boolean = inForce.getConf(DeltawardConf.ROW_LEVEL_ENABLED)

  private def readsPastIt: Boolean = Reads.arePastTransaction(readsAtStart) && checksUnrecorded

  /**
   * Asks the source that ran, too: what was cached while the statement ran can be gone from the cache by now. Walks through no
   * directories: every append that loses to another one comes here.
   */
  private def readsAhead: Boolean = checksUnrecorded && {
    val source = running.flatMap(_.merge).flatMap(sources.planned)
    statement.exists(statementReads.canReadAhead(_, source))
  }

  private def checksUnrecorded: Boolean =
    inForce.getConf(DeltawardConf.UNRECORDED_READS_ENABLED)

  /** What is to be written: no blind append where the table was read in any way, whatever Delta has recorded. */
  def attempted(info: CurrentTransactionInfo): CurrentTransactionInfo =
    if (readsPastIt)
      info.copy(commitInfo = info.commitInfo.map(_.copy(isBlindAppend = Some(false))))
    else notes.in(info)

  /**
   * The first commit that changed rows after the statement was analysed, and before its transaction began: what the
   * statement reads past its transaction may be from before that commit.
   */
  def missed(
      level: IsolationLevel,
      catalogTable: Option[CatalogTable]
  ): Option[WinningCommitSummary] =
    if (level == SnapshotIsolation || !readsPastIt) None
    else
      running.flatMap(_.version).filter(_ < snapshot.version).flatMap { version =>
        log.getChanges(version + 1, snapshot.version, catalogTable, failOnDataLoss = true)
          .map { case (changed, actions) => summaryOf(changed, actions) }
          .find(changesRows)
      }

  /** Of the file it needs the name alone. */
  private def summaryOf(version: Long, actions: Seq[Action]): WinningCommitSummary = {
    val file = new FileStatus
    file.setPath(FileNames.unsafeDeltaFile(log.logPath, version))
    new WinningCommitSummary(actions, file, 0)
  }

  /** All conflicts of one attempt are resolved within the limit of time, and then what is left to be written is. */
  def attempt(resolve: => CurrentTransactionInfo): CurrentTransactionInfo = {
    deadline = newDeadline
    val info = resolve
    val actions = vectors.stored(info.actions, info.metadata)
    if (actions eq info.actions) info else info.copy(actions = actions)
  }

  /**
   * A conflict that Delta does not look for: the statement has read the table in a way that is not recorded, or no order
   * of the two commits and an append before them explains both.
   */
  def overlooked(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary,
      level: IsolationLevel
  ): Option[Unresolved] =
    skippedAppends
      .past(placed(winner), level, info.metadataChanged, readsPastIt, readsAhead)(
        unread(info, _)
      ) match {
      case Right(after) =>
        skippedAppends = after
        None
      case Left(why) => Some(why)
    }

  private def placed(winner: WinningCommitSummary): PlacedCommit = PlacedCommit(
    winner.commitVersion,
    winner.commitInfo.flatMap(_.readVersion),
    winner.blindAppendAddedFiles,
    changesRows(winner)
  )

  private def changesRows(winner: WinningCommitSummary): Boolean =
    !winner.isRowTrackingBackfillTxn && !winner.isRowTrackingUnBackfillTxn &&
      winning(winner).changesRows

  private def unread(
      info: CurrentTransactionInfo,
      appends: Seq[AddFile]
  ): Either[Unresolved, Unit] =
    decided(
      SkippedAppends.unread(
        losing(info, TransactionKind.Opaque),
        appends,
        new RowsRead(rows(info), ranges(info), limits)
      )
    ).left.map(_ => OrderedBeforeAppend)

  /** What to commit after all, or why the conflict stays. Never fails otherwise. */
  def resolved(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Either[Unresolved, Resolved] =
    if (!enabled) Left(TurnedOff)
    else
      decided(
        for {
          _ <- obstacle(info).toLeft(())
          loser <- losing(info)
          after <- resolver(rows(info), ranges(info), limits)
            .against(loser, winning(winner), skippedAppends.readBy(placed(winner)))
        } yield {
          KeptLog.requireFor(info)
          val (how, files) = resolution(loser, winning(winner))
          val note = ResolvedConflicts.text(ConflictFacts.winner(winner), how)
          Resolved(rebased(info, after, note), how, files)
        }
      )

  /** A stream keeps to the columns that it has begun with, and a compaction names none. */
  private def mayMeanNewColumn(operation: DeltaOperations.Operation): Boolean = operation match {
    case _: DeltaOperations.StreamingUpdate | _: DeltaOperations.Optimize => false
    case other =>
      !statement.exists(known =>
        statementReads.isOf(other, known) && !statementReads.mayMeanNewColumn(known)
      )
  }

  /** What to commit after a change of the metadata, or why the conflict stays. Never fails otherwise. */
  def resolvedMetadata(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Either[Unresolved, Resolved] =
    if (!inForce.getConf(DeltawardConf.METADATA_ENABLED)) Left(MetadataChanged)
    else
      decided(
        new MetadataConcurrency(latestMetadata, mayMeanNewColumn, rows(info), limits)
          .resolved(info, winner)
          .map { done =>
            KeptLog.requireFor(info)
            done
          }
      ).map {
        case (how, after) =>
          latestMetadata = winner.metadataUpdates.head
          hasNewColumns ||= MetadataChanges.addsColumns(info.metadata, after.metadata)
          val note = ResolvedConflicts.text(ConflictFacts.winner(winner), how)
          Resolved(
            after.copy(commitInfo = after.commitInfo.map(ResolvedConflicts.add(_, note))),
            how,
            Nil
          )
      }

  /** How, and of which files that both have changed. */
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
      note: String
  ): CurrentTransactionInfo = {
    val told = info.commitInfo.map(ResolvedConflicts.add(_, note))
    info.copy(
      actions = after.actions,
      readFiles = after.readFiles,
      commitInfo =
        if (after.kind == TransactionKind.Rewrite) told.map(RewriteMetrics.of(_, after)) else told
    )
  }

  /** Why it stays, whatever it is about: to run it again would compute the same from the same rows. */
  def staleReads: Option[Unresolved] = Option.when(readsFromCache)(CachedRead)

  /** What there is to say of a conflict that stays. */
  def explanation(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary,
      level: IsolationLevel,
      why: Unresolved
  ): ConflictExplanation = ConflictExplanation(
    ConflictFacts.winner(winner),
    why,
    ConflictingTable(
      name,
      info.op match {
        // One condition more would change what any other statement does.
        case _: DeltaOperations.Delete | _: DeltaOperations.Update =>
          new TellingPartition(info.readSnapshot.metadata, partitionValues(info))
            .of(ConflictFacts.files(info.actions), ConflictFacts.files(winner.actions))
        case _ => None
      },
      serializable = level == Serializable,
      winnerIsAppend = winner.blindAppendAddedFiles.nonEmpty
    ),
    runs.map(_.tag).toSeq.sorted
  )

  /** Tells whoever asks for conflicts. What goes wrong here is no business of the commit's. */
  def record(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary,
      level: IsolationLevel,
      check: ConflictFacts.Check
  ): Unit =
    try if (!ConflictSinks.isWriting) {
        val event = ConflictFacts.event(name, log.dataPath, info, winner, level, check)
          .copy(predicates =
            predicatesOf(info).flatMap(_.reduceOption(And(_, _))).map(PredicateText.of)
          )
        ConflictMetrics.count(ConflictEvents.add(event))
        ConflictSink.parse(inForce.getConf(DeltawardConf.CONFLICTS_SINK))
          .foreach(ConflictSinks.send(event, _, session.asInstanceOf[classic.SparkSession]))
      }
    catch {
      case NonFatal(error) => logWarning("A conflict could not be kept as an event", error)
    }

  private def decided[A](body: => Either[Unresolved, A]): Either[Unresolved, A] = {
    val now = settingsNow
    val changed = (settings.keySet ++ now.keySet).filter(key => settings.get(key) != now.get(key))
    if (changed.nonEmpty) Left(SettingsChanged(changed.toSeq.sorted))
    else
      try deadline.within(body)
      catch { case NonFatal(failure) => Left(FailedResolution.reason(failure)) }
  }

  private def settingsNow: Map[String, String] =
    SessionConf.of(session).getAllConfs.filter(_._1.startsWith("spark.sql."))

  def log(winner: WinningCommitSummary, outcome: Either[Unresolved, Any]): Unit = outcome match {
    case Right(_) => logInfo(s"$name: resolved the conflict with version ${winner.commitVersion}")
    case Left(why) =>
      logInfo(
        s"$name: the conflict with version ${winner.commitVersion} is not resolved, since ${why.because}"
      )
  }

  private def rows(info: CurrentTransactionInfo): RowSource =
    new TableRows(info.readSnapshot, vectors)

  private def inForce: SQLConf = InForce.of(SessionConf.of(session))

  private def ranges(info: CurrentTransactionInfo): FileRanges = {
    val metadata = info.readSnapshot.metadata
    new FileRanges(metadata, SessionConf.of(session).resolver, partitionValues(info))
  }

  private def partitionValues(info: CurrentTransactionInfo): PartitionValues =
    new PartitionValues(
      info.readSnapshot.metadata,
      SessionConf.of(session).sessionLocalTimeZone
    )

  private def newDeadline: Deadline =
    new Deadline(inForce.getConf(DeltawardConf.MAX_RESOLUTION_TIME))

  /** Where anything is in it. */
  private def cacheManager: Option[CacheManager] =
    Some(session).collect { case here: classic.SparkSession => here.sharedState.cacheManager }
      .filterNot(_.isEmpty)

  /** The plans whose rows Spark's cache holds, and that it uses within this one. */
  private def cached(plan: LogicalPlan): Seq[LogicalPlan] = (session, cacheManager) match {
    case (here: classic.SparkSession, Some(cache)) =>
      cache.useCachedData(QueryExecution.normalize(here, plan)).collect {
        case relation: InMemoryRelation => relation.cacheBuilder.logicalPlan
      }
    case _ => Nil
  }

  private def limits: Limits = new Limits(inForce.getConf(DeltawardConf.MAX_ROWS_TO_CHECK))

  private def obstacle(info: CurrentTransactionInfo): Option[Unresolved] = {
    val read = info.readSnapshot
    if (
      !DeletionVectorUtils.deletionVectorsWritable(info.protocol, info.metadata) ||
      !DeletionVectorUtils.deletionVectorsWritable(read.protocol, read.metadata)
    ) Some(NoDeletionVectors)
    else if (hasNewColumns) Some(ChangeInTheWay("a new column"))
    else if (ColumnWithDefaultExprUtils.hasIdentityColumn(read.metadata.schema))
      Some(Unresolved.IdentityColumn)
    else statement.flatMap(Obstacles.inStatement)
  }

  private def losing(info: CurrentTransactionInfo): Either[Unresolved, Losing] =
    OperationKind.of(info.op).map { kind =>
      val isKnown = kind == TransactionKind.Rewrite || readsAreKnown(info.op)
      losing(info, if (isKnown) kind else TransactionKind.Opaque)
    }

  private def losing(info: CurrentTransactionInfo, kind: TransactionKind): Losing = Losing(
    info.op.name,
    kind,
    info.actions,
    info.readFiles,
    predicatesOf(info),
    info.readWholeTable || info.readPredicates.exists(!_.shouldRewriteFilter),
    statement.collect { case merge: MergeIntoCommand => merge }.flatMap(UpsertKey.of),
    running.flatMap(_.merge)
      .filter(merge => readsAreKnown(info.op) && statementReads.isOf(info.op, merge))
      .map(merge => MergeReads.of(merge, if (hasCachedSource) None else sources.of(merge))),
    notes.of(info.actions)
  )

  private def sources: MergeSources = new MergeSources(taken, cached)

  private def winning(winner: WinningCommitSummary): Winning =
    winners.getOrElseUpdate(
      winner.commitVersion,
      Winning(
        counted(winner.actions),
        winner.commitInfo.map(_.operation),
        winner.commitInfo.flatMap(RewriteNotes.of)
      )
    )

  private val winners = mutable.Map.empty[Long, Winning]

  /** Not every engine says of a file that a rewrite removes how many rows it held. The snapshot that was read may know it. */
  private def counted(actions: Seq[Action]): Seq[Action] = {
    val silent = actions.collect {
      case file: RemoveFile if !file.dataChange && file.numLogicalRecords.isEmpty => file.path
    }
    if (silent.isEmpty) actions
    else
      try {
        val read = snapshot.allFiles.where(functions.col("path").isin(silent: _*)).collect()
          .map(file => (file.path, file.getDeletionVectorUniqueId) -> file.stats).toMap
        actions.map {
          case file: RemoveFile if file.numLogicalRecords.isEmpty =>
            read.get((file.path, file.getDeletionVectorUniqueId))
              .fold(file)(stats => file.copy(stats = stats))
          case other => other
        }
      } catch { case NonFatal(_) => actions }
  }

  private def predicatesOf(info: CurrentTransactionInfo): Seq[Seq[Expression]] =
    info.readPredicates.map(read => read.partitionPredicates ++ read.dataPredicates)

  /** Of the plan that ran: what a transaction records is not all that a statement can read. */
  private def readsAreKnown(operation: DeltaOperations.Operation): Boolean =
    statement.exists(plan => statementReads.isOf(operation, plan) && areRecorded(plan))

  private def areRecorded(plan: LogicalPlan): Boolean =
    Reads.worst(Seq(readsAtStart, readsInConflict.of(plan))) match {
      case Reads.Recorded => true
      case Reads.RecordedUnlessCloned => TableFiles.allInside(snapshot)
      case Reads.Unknown | Reads.Unrecorded | Reads.Cached => false
    }
}

/** @param files of which both commits change rows */
final case class Resolved(after: CurrentTransactionInfo, how: Resolution, files: Seq[String])
