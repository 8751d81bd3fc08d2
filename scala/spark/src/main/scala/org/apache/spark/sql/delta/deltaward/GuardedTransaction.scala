package org.apache.spark.sql.delta.deltaward

import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

import org.apache.spark.sql.{Dataset, SaveMode, SparkSession}
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions._
import org.apache.spark.sql.delta.constraints.Constraint

import io.deltaward.concurrency.blocks.{BlockRun, RepeatedBlocks}
import io.deltaward.concurrency.reads.RunningStatement
import io.deltaward.concurrency.resolve.{ConflictResolution, Resolver}
import io.deltaward.conflicts.Unresolved
import io.deltaward.errors.{Errors, ExplainedConflict}
import io.deltaward.guard.{CommitGuard, RuleSettings, StatementCommits}
import io.deltaward.rules.{Commit => PlannedCommit, PropertyTreatment}
import org.apache.spark.sql.delta.deltaward.TransactionView.Written

/**
 * Delta's transaction with the commit rules in it. Each override says at which moment Delta calls it; the rules decide in
 * [[io.deltaward.guard.CommitGuard]].
 *
 * @param shared with the batches that the transaction is split into
 */
class GuardedTransaction(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot,
    shared: SharedByBatches = SharedByBatches(ConflictResolution)
) extends TransactionMoments(deltaLog, catalogTable, snapshot) {

  /** Looks at the running statement before the resolution of conflicts takes it. */
  private val view = new TransactionView(this, RunningStatement.current)

  private lazy val guard: CommitGuard = view.guard

  /** Taken from the thread on which the transaction begins. It may go on on another one. */
  private val dryRun = DryRun.current

  private val inBlocks =
    new RepeatedBlocks.Transaction(shared.runs, txnId, deltaLog.dataPath.toString, view.name)

  /** The effect of the statement on properties that it does not name. */
  private var change: PropertyTreatment = PropertyTreatment.Altering

  /** Set if this commit starts the protection of older versions, which need a feature that it drops. */
  private var startsProtection = false

  /** Made before a statement makes the directories of a new table. */
  private val newLog = Option.when(snapshot.version < 0)(new NewLog(deltaLog))

  /** Called by CREATE and REPLACE. */
  override def updateMetadataForNewTable(proposed: Metadata): Unit =
    if (readVersion < 0) orNothing(super.updateMetadataForNewTable(proposed))
    else {
      change = PropertyTreatment.Replacing(proposed.configuration.keySet)
      super.updateMetadataForNewTable(carryingOver(proposed, None))
    }

  /** Called before data files are written, by DDL and schema evolution. CLONE ignores defaults and writes no data files. */
  override protected def updateMetadataInternal(
      proposed: Metadata,
      ignoreDefaults: Boolean
  ): Unit = {
    super.updateMetadataInternal(proposed, ignoreDefaults)
    stopBeforeRows()
    if (dryRun.isEmpty && !ignoreDefaults)
      guard.beforeWrite(view.planned(change, newProtocol.isDefined))
  }

  /** Called before the first attempt. Actions cannot be changed later. */
  override protected def prepareCommit(
      actions: Seq[Action],
      op: DeltaOperations.Operation
  ): Seq[Action] = {
    if (dryRun.isDefined) DryRun.stop(foreseen(actions, op))
    val prepared = super.prepareCommit(actions, op)
    val (protocols, others) = prepared.partition(_.isInstanceOf[Protocol])
    val (metadatas, rest) = others.partition(_.isInstanceOf[Metadata])
    val written = Written(protocols.nonEmpty, metadatas.nonEmpty)
    if (orNothing(mended(view.prepared(op, change, metadata, written, prepared))))
      newMetadata.fold(metadatas)(Seq(_)) ++ newProtocol.fold(protocols)(Seq(_)) ++ rest
    else prepared
  }

  /** Called by RESTORE, CLONE and CONVERT TO DELTA. */
  override def commitLarge(
      spark: SparkSession,
      actions: Iterator[Action],
      newProtocolOpt: Option[Protocol],
      op: DeltaOperations.Operation,
      context: Map[String, String],
      metrics: Map[String, String]
  ): (Long, Snapshot) = {
    change = view.changeBy(op)
    if (dryRun.isDefined) DryRun.stop(view.proposed(op, change, newProtocolOpt.toSeq))
    inBlocks.attempting(Map.empty)
    orNothing(super.commitLarge(spark, actions, newProtocolOpt, op, context, metrics))
  }

  override protected def beforeLargeCommit(op: DeltaOperations.Operation): Unit = {
    if (change != PropertyTreatment.Altering)
      newMetadata = newMetadata.map(carryingOver(_, Some(op)))
    val written = Written(newProtocol.isDefined, newMetadata.isDefined)
    mended(view.preparedLarge(op, change, metadata, written)): Unit
  }

  /**
   * Called before data files are written; OPTIMIZE calls it in several threads. A dry run stops here: of the statements that
   * are run dry, only the removal of column mapping writes data files.
   */
  override def writeFiles(
      data: Dataset[_],
      options: Option[DeltaOptions],
      isOptimize: Boolean,
      constraints: Seq[Constraint]
  ): Seq[FileAction] = {
    stopBeforeRows()
    if (dryRun.isDefined) DryRun.stop(foreseen(Nil, DeltaOperations.RemoveColumnMapping()))
    def write: Seq[FileAction] = super.writeFiles(data, options, isOptimize, constraints)
    if (isOptimize) shared.notes.record(snapshot, data)(write) else write
  }

  /** Called by an INSERT that replaces rows, before it looks for them. */
  override def filterFiles(filters: Seq[Expression], keepNumRecords: Boolean): Seq[AddFile] = {
    stopBeforeRows()
    super.filterFiles(filters, keepNumRecords)
  }

  private def orNothing[A](body: => A): A = newLog.fold(body)(_.orNothing(body))

  override protected def stopBeforeRows(): Unit = dryRun.foreach {
    case DryRun.Until.Rows(operation) =>
      val commit = foreseen(Nil, DeltaOperations.Write(SaveMode.Append))
      DryRun.stop(commit.copy(operation = operation))
    case DryRun.Until.Write => ()
  }

  /**
   * Returns the commit as Delta would prepare it. For a new table `prepareCommit` makes directories, so its steps without that
   * are repeated here.
   */
  private def foreseen(actions: Seq[Action], op: DeltaOperations.Operation): PlannedCommit =
    if (readVersion >= 0)
      view.proposed(op, change, super.prepareCommit(actions, op))
    else {
      addNeededFeatures()
      val (protocolUpdate, metadataUpdate) =
        UniFormInvariants.enforce(spark, catalogTable, snapshot, protocol, metadata, op, actions)
      newProtocol = protocolUpdate.orElse(newProtocol)
      newMetadata = metadataUpdate.orElse(newMetadata)
      if (!protocol.isFeatureSupported(AllowColumnDefaultsTableFeature)) checkNoColumnDefaults(op)
      view.proposed(op, change, actions)
    }

  private def carryingOver(
      metadata: Metadata,
      op: Option[DeltaOperations.Operation]
  ): Metadata = metadata.copy(configuration =
    guard.carriedOver(view.replacement(op, change, metadata))
  )

  /** Checks again what is written: the resolution of conflicts may have changed it since `prepareCommit`. */
  override protected def attempting(
      version: Long,
      info: CurrentTransactionInfo,
      attempt: Int,
      level: IsolationLevel
  ): CurrentTransactionInfo = {
    guard.beforeAttempt(view.attempted(info, operationOf(info), change, version))
    if (attempt == 0)
      concurrency.missed(level, catalogTable).foreach { winner =>
        orLost(throw checker(winner, info, level).missed)
      }
    inBlocks.attempting(ApplicationVersions.findIn(info.actions))
    RemovesFirst.reorder(concurrency.attempted(info), spark)
  }

  /** Called by a statement with an idempotency key before it does anything. */
  override def txnVersion(id: String): Long = {
    val version = super.txnVersion(id)
    inBlocks.asked(id, version)
    version
  }

  private def orLost[A](body: => A): A =
    try body
    catch {
      case conflict: ExplainedConflict =>
        if (conflict.explanation.why != Unresolved.OwnCommit) inBlocks.lost()
        if (shared.runs.nonEmpty) readAfresh()
        throw conflict
    }

  /** Updates the table. A session may allow stale reads (`stalenessLimit`), and the next run must not have them. */
  private def readAfresh(): Unit =
    try deltaLog.update(): Unit
    catch { case NonFatal(error) => logWarning("A table could not be read again", error) }

  private val context = new StatementContext(snapshot, spark, readSnapshots.values.asScala)

  private val concurrency =
    new RowLevelConcurrency(snapshot, context, shared.resolver, shared.notes, operationOf)

  private val reporter = new ConflictReporter(view.name, context, shared.runs)

  /** Called before the first attempt, and for the commit's own record of the level. */
  override def getDefaultIsolationLevel(): IsolationLevel = IsolationLevels.forTable(metadata)

  override protected def lost(resolved: => CurrentTransactionInfo): CurrentTransactionInfo =
    orLost(concurrency.attempt(resolved))

  override protected def checker(
      winner: WinningCommitSummary,
      info: CurrentTransactionInfo,
      level: IsolationLevel
  ): RowLevelConflictChecker =
    new RowLevelConflictChecker(
      spark,
      Encounter(info, operationOf(info), winner, level),
      concurrency,
      reporter
    )

  override protected def committed(version: Long): Unit = {
    StatementCommits.add(deltaLog.dataPath, version)
    inBlocks.committed()
  }

  override protected def asksForCheckpoint: Boolean = startsProtection

  override protected def mayCleanUp(
      protocol: Protocol,
      metadata: Metadata,
      checkpointAt: Long
  ): Boolean =
    CleanupFacts
      .gather(deltaLog, protocol, metadata, checkpointAt)
      .forall(view.cleanupGuard.allows)

  override protected def part(): GuardedTransaction =
    new GuardedTransaction(deltaLog, catalogTable, snapshot, shared)

  /** Returns whether the guard writes another protocol or other properties instead. Throws if the guard refuses the commit. */
  private def mended(commit: PlannedCommit): Boolean = {
    val instead = guard.beforeCommit(commit)
    instead.foreach { side =>
      if (side.protocol != commit.after.protocol)
        newProtocol = Some(ProtocolConversion.toDelta(side.protocol))
      if (side.properties != commit.after.properties)
        newMetadata = Some(metadata.copy(configuration = side.properties))
      startsProtection =
        side.boundary.exists(b => b >= commit.version && !commit.after.boundary.contains(b))
    }
    instead.isDefined
  }
}

/**
 * The parts that a transaction shares with the batches that Delta splits it into.
 *
 * @param resolver decides the conflicts that Delta finds
 * @param runs     the blocks that the transaction belongs to
 * @param notes    where OPTIMIZE and REORG have put rows
 */
final case class SharedByBatches(
    resolver: Resolver.Factory,
    runs: Set[BlockRun] = BlockRun.current,
    notes: RewriteNotes = new RewriteNotes
)

object GuardedTransaction {

  /**
   * Returns the transaction with the commit rules in it. A transaction of a class of its own cannot be judged, and one of a
   * session without the extension is left alone.
   */
  def guard(
      transaction: OptimisticTransaction,
      resolver: Resolver.Factory = ConflictResolution
  ): OptimisticTransaction =
    if (transaction.isInstanceOf[GuardedTransaction]) transaction
    else if (!session.forall(CommitHook.isIn)) unguarded(transaction)
    else if (transaction.getClass != classOf[OptimisticTransaction]) {
      require(!DryRun.isOn, s"${transaction.getClass.getName} cannot be run dry")
      CommitHook.notJudged(
        Errors.notJudged(TransactionView.nameOf(transaction), transaction.getClass.getName),
        RuleSettings.forSession(SparkSession.active)
      )
      unguarded(transaction)
    } else if (!RuleSettings.forSession(SparkSession.active).enabled && !DryRun.isOn)
      unguarded(transaction)
    else {
      val guarded = new GuardedTransaction(
        transaction.deltaLog,
        transaction.catalogTable,
        transaction.snapshot,
        SharedByBatches(resolver)
      )
      guarded.executionObserver = transaction.executionObserver
      guarded
    }

  private def unguarded(transaction: OptimisticTransaction): OptimisticTransaction = {
    RepeatedBlocks.sawOther(TransactionView.nameOf(transaction))
    transaction
  }

  /** The session that Delta takes. */
  private def session: Option[SparkSession] =
    SparkSession.getActiveSession.orElse(SparkSession.getDefaultSession)
}
