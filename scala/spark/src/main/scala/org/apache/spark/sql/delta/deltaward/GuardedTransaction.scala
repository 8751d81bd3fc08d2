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
import io.deltaward.rules.{Change, Commit => PlannedCommit}

/**
 * Delta's transaction with the commit rules in it. Each override says at which moment Delta calls it; what the rules
 * decide is none of its business.
 *
 * @param resolver decides the conflicts that Delta finds
 * @param runs     of blocks that the transaction is part of
 * @param notes    of where OPTIMIZE and REORG have put rows
 */
class GuardedTransaction(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot,
    resolver: Resolver.Factory = ConflictResolution,
    runs: Set[BlockRun] = BlockRun.current,
    notes: RewriteNotes = new RewriteNotes
) extends TransactionMoments(deltaLog, catalogTable, snapshot) {

  private lazy val guard: CommitGuard = TransactionFacts.guardOf(this, statement)

  /** Before conflict resolution takes it. */
  private val statement = RunningStatement.current

  /** What policies of a file can know the table by. */
  private[deltaward] val place = new TransactionPlace(this, statement)

  private[deltaward] val sides = new TransactionSides

  /** Whatever thread the transaction goes on to work on. */
  private val dryRun = DryRun.until

  private val inBlocks = new RepeatedBlocks.Transaction(
    runs,
    txnId,
    dataPath.toString,
    TransactionFacts.nameOf(this)
  )

  /** What the statement does with the properties that it does not name. */
  private var change: Change = Change.Altering

  /** Set while `commitLarge` runs: it does not pass through `prepareCommit` or `doCommit`. */
  private var largeCommit: Option[DeltaOperations.Operation] = None

  /** Whether older versions need a feature that goes, and are protected from this commit on. */
  private var startsProtection = false

  /** Before any statement makes the directories. */
  private val newLog = Option.when(snapshot.version < 0)(new NewLog(deltaLog))

  /** Of the ways to replace a table, REPLACE. */
  override def updateMetadataForNewTable(proposed: Metadata): Unit =
    if (readVersion < 0) orNothing(super.updateMetadataForNewTable(proposed))
    else {
      change = Change.Replacing(proposed.configuration.keySet)
      super.updateMetadataForNewTable(carryingOver(proposed, None))
    }

  /** Before data files are written, for DDL and schema evolution. CLONE, which ignores defaults, writes none. */
  override protected def updateMetadataInternal(
      proposed: Metadata,
      ignoreDefaults: Boolean
  ): Unit = {
    super.updateMetadataInternal(proposed, ignoreDefaults)
    stopBeforeRows()
    if (dryRun.isEmpty && !ignoreDefaults)
      guard.beforeWrite(
        TransactionFacts
          .planned(this, statement, change, protocol, metadata, newProtocol.isDefined)
      )
  }

  /** Before the first attempt: the last place where the actions can still be changed. */
  override protected def prepareCommit(
      actions: Seq[Action],
      op: DeltaOperations.Operation
  ): Seq[Action] = {
    if (dryRun.isDefined) DryRun.stop(foreseen(actions, op))
    val prepared = super.prepareCommit(actions, op)
    val (protocols, others) = prepared.partition(_.isInstanceOf[Protocol])
    val (metadatas, rest) = others.partition(_.isInstanceOf[Metadata])
    if (orNothing(mended(op, protocols.nonEmpty, metadatas.nonEmpty)))
      newMetadata.fold(metadatas)(Seq(_)) ++ newProtocol.fold(protocols)(Seq(_)) ++ rest
    else prepared
  }

  /** RESTORE, CLONE and CONVERT TO DELTA. */
  override def commitLarge(
      spark: SparkSession,
      actions: Iterator[Action],
      newProtocolOpt: Option[Protocol],
      op: DeltaOperations.Operation,
      context: Map[String, String],
      metrics: Map[String, String]
  ): (Long, Snapshot) = {
    change = TransactionFacts.changeBy(op, statement)
    if (dryRun.isDefined)
      DryRun.stop(TransactionFacts.proposed(this, newProtocolOpt.toSeq, op, change))
    largeCommit = Some(op)
    inBlocks.attempting(Map.empty)
    try orNothing(super.commitLarge(spark, actions, newProtocolOpt, op, context, metrics))
    finally largeCommit = None
  }

  /** In `commitLarge`, the last call before protocol and metadata become actions. */
  override protected def updateMetadataWithInCommitTimestamp(info: CommitInfo): Boolean = {
    val changed = super.updateMetadataWithInCommitTimestamp(info)
    largeCommit.foreach { op =>
      if (change != Change.Altering) newMetadata = newMetadata.map(carryingOver(_, Some(op)))
      mended(op, newProtocol.isDefined, newMetadata.isDefined)
    }
    changed
  }

  /**
   * In a dry run, before the first data file: of the statements that are run up to a commit, one writes any. OPTIMIZE calls it
   * in several threads.
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
    if (isOptimize) notes.during(snapshot, data)(write) else write
  }

  /** MERGE, before it looks at its source. */
  override def setTrackHighWaterMarks(track: Set[String]): Unit = {
    stopBeforeRows()
    super.setTrackHighWaterMarks(track)
  }

  /** INSERT that replaces rows, before it looks for them. */
  override def filterFiles(filters: Seq[Expression], keepNumRecords: Boolean): Seq[AddFile] = {
    stopBeforeRows()
    super.filterFiles(filters, keepNumRecords)
  }

  private def orNothing[A](body: => A): A = newLog.fold(body)(_.orNothing(body))

  private def stopBeforeRows(): Unit = dryRun.foreach {
    case DryRun.Until.Rows(operation) =>
      val commit = foreseen(Nil, DeltaOperations.Write(SaveMode.Append))
      DryRun.stop(commit.copy(operation = operation))
    case DryRun.Until.Write => ()
  }

  /** As Delta prepares it. Of a new table Delta would make the directories too, so that its own steps are gone through. */
  private def foreseen(actions: Seq[Action], op: DeltaOperations.Operation): PlannedCommit =
    if (readVersion >= 0)
      TransactionFacts.proposed(this, super.prepareCommit(actions, op), op, change)
    else {
      updateMetadataAndProtocolWithRequiredFeatures(newMetadata, newProtocol.toSeq)
      val (protocolUpdate, metadataUpdate) = UniversalFormat
        .enforceInvariantsAndDependencies(
          spark,
          catalogTable,
          snapshot,
          protocol,
          metadata,
          Some(op),
          actions
        )
      newProtocol = protocolUpdate.orElse(newProtocol)
      newMetadata = metadataUpdate.orElse(newMetadata)
      if (!protocol.isFeatureSupported(AllowColumnDefaultsTableFeature)) checkNoColumnDefaults(op)
      TransactionFacts.proposed(this, actions, op, change)
    }

  private def carryingOver(
      metadata: Metadata,
      op: Option[DeltaOperations.Operation]
  ): Metadata = metadata.copy(configuration =
    guard.carriedOver(TransactionFacts.replacement(this, op, change, protocol, metadata))
  )

  /** Conflict resolution may have changed what is written since `prepareCommit`. */
  override protected def attempting(
      version: Long,
      info: CurrentTransactionInfo,
      attempt: Int,
      level: IsolationLevel
  ): CurrentTransactionInfo = {
    guard.beforeAttempt(TransactionFacts.attempted(this, info, change, version))
    if (attempt == 0)
      concurrency.missed(level, catalogTable).foreach { winner =>
        orLost(throw checker(winner, info, level).missed)
      }
    inBlocks.attempting(TransactionFacts.versionsOfApplications(info.actions))
    RemovesFirst.in(concurrency.attempted(info), spark)
  }

  /** Of a statement with an idempotency key, before it does anything. */
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
        if (runs.nonEmpty) readAfresh()
        throw conflict
    }

  /** A session can allow reads of a table that are from before the winner (`stalenessLimit`): the next run is not to have them. */
  private def readAfresh(): Unit =
    try deltaLog.update(): Unit
    catch { case NonFatal(error) => logWarning("A table could not be read again", error) }

  private val concurrency = new RowLevelConcurrency(
    deltaLog,
    snapshot,
    spark,
    TransactionFacts.nameOf(this),
    resolver,
    runs,
    readSnapshots.values.asScala,
    notes
  )

  /** Before the first attempt, and for the commit's own record of it. */
  override def getDefaultIsolationLevel(): IsolationLevel = IsolationLevels.of(metadata)

  override protected def lost(resolved: => CurrentTransactionInfo): CurrentTransactionInfo =
    orLost(concurrency.attempt(resolved))

  override protected def checker(
      winner: WinningCommitSummary,
      info: CurrentTransactionInfo,
      level: IsolationLevel
  ): RowLevelConflictChecker = new RowLevelConflictChecker(spark, info, winner, level, concurrency)

  override protected def committed(version: Long): Unit = {
    StatementCommits.add(dataPath, version)
    inBlocks.committed()
  }

  override protected def needsCheckpoint: Boolean = startsProtection

  override protected def mayCleanUp(
      protocol: Protocol,
      metadata: Metadata,
      checkpointAt: Long
  ): Boolean =
    CleanupFacts
      .of(deltaLog, protocol, metadata, checkpointAt)
      .forall(TransactionFacts.cleanupGuardOf(this).allows)

  /** OPTIMIZE commits in batches, each a transaction of its own. */
  override def split(readFilesSubset: Seq[AddFile]): OptimisticTransaction = {
    val plain = super.split(readFilesSubset)
    val child = new GuardedTransaction(deltaLog, catalogTable, snapshot, resolver, runs, notes)
    child.executionObserver = plain.executionObserver
    child.readPredicates.addAll(readPredicates)
    child.readFiles.addAll(readFilesSubset.asJava)
    child.readTxn ++= readTxn
    child
  }

  /** Refuses, or writes something else instead. */
  private def mended(
      op: DeltaOperations.Operation,
      protocolWritten: Boolean,
      metadataWritten: Boolean
  ): Boolean = {
    val commit = TransactionFacts
      .prepared(this, op, change, protocol, metadata, protocolWritten, metadataWritten)
    val instead = guard.beforeCommit(commit)
    instead.foreach { side =>
      if (side.protocol != commit.after.protocol)
        newProtocol = Some(TransactionFacts.toDelta(side.protocol))
      if (side.properties != commit.after.properties)
        newMetadata = Some(metadata.copy(configuration = side.properties))
      startsProtection =
        side.boundary.exists(b => b >= commit.version && !commit.after.boundary.contains(b))
    }
    instead.isDefined
  }
}

object GuardedTransaction {

  /**
   * A transaction of another class is somebody's own, and cannot be judged. One of a session without the extension is none
   * of ours.
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
        Errors.notJudged(TransactionFacts.nameOf(transaction), transaction.getClass.getName),
        RuleSettings.of(SparkSession.active)
      )
      unguarded(transaction)
    } else if (!TransactionFacts.enabled && !DryRun.isOn) unguarded(transaction)
    else {
      val guarded = new GuardedTransaction(
        transaction.deltaLog,
        transaction.catalogTable,
        transaction.snapshot,
        resolver
      )
      guarded.executionObserver = transaction.executionObserver
      guarded
    }

  private def unguarded(transaction: OptimisticTransaction): OptimisticTransaction = {
    RepeatedBlocks.sawOther(TransactionFacts.nameOf(transaction))
    transaction
  }

  /** The one that Delta takes. */
  private def session: Option[SparkSession] =
    SparkSession.getActiveSession.orElse(SparkSession.getDefaultSession)
}
