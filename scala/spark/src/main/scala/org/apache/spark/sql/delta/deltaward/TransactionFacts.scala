package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.{Action, Metadata, Protocol, SetTransaction}
import org.apache.spark.sql.delta.commands.{CloneTableCommand, CreateDeltaTableCommand}
import org.apache.spark.sql.delta.util.FileNames

import io.deltaward.checkpoints.Protection
import io.deltaward.conf.SessionConf
import io.deltaward.errors.Errors
import io.deltaward.features.TableDescriptor
import io.deltaward.guard.{
  CleanupGuard,
  CommitGuard,
  RuleSettings,
  StatementCommits,
  StatementNames
}
import io.deltaward.protocol.{Protocol => PlainProtocol}
import io.deltaward.rules.{Change, Commit, KeptProperties}
import io.deltaward.storage.ProtectionLog

/** Turns what Delta holds about a transaction into plain values, and a plain protocol back into Delta's. */
object TransactionFacts {

  def enabled: Boolean = RuleSettings.of(SparkSession.active).enabled

  /** @param statement what the transaction runs */
  def guardOf(txn: OptimisticTransaction, statement: Option[LogicalPlan]): CommitGuard =
    new CommitGuard(
      RuleSettings.of(SparkSession.active),
      newName(txn, statement).getOrElse(nameOf(txn)),
      StatementCommits.of(txn.dataPath)
    )

  def cleanupGuardOf(txn: OptimisticTransaction): CleanupGuard =
    new CleanupGuard(RuleSettings.of(SparkSession.active).at(placeOf(txn).known), nameOf(txn))

  private def placeOf(txn: OptimisticTransaction): TransactionPlace = txn match {
    case guarded: GuardedTransaction => guarded.place
    case other => new TransactionPlace(other, None)
  }

  def nameOf(txn: OptimisticTransaction): String = txn.catalogTable
    .map(_.identifier.unquotedString)
    .getOrElse(s"delta.`${shortPath(txn.dataPath)}`")

  /** By which Delta passes by what has been done (`txnAppId`, `txnVersion`). */
  def versionsOfApplications(actions: Seq[Action]): Map[String, Long] = actions.collect {
    case SetTransaction(application, version, _) => application -> version
  }.toMap

  /** Delta does not know the name of a table yet that a statement makes. */
  private def newName(
      txn: OptimisticTransaction,
      statement: Option[LogicalPlan]
  ): Option[String] =
    names(txn, statement).filter(_ => txn.catalogTable.isEmpty).flatMap(_.newTable).map(_.toString)

  private def names(
      txn: OptimisticTransaction,
      statement: Option[LogicalPlan]
  ): Option[StatementNames] =
    statement.map(new StatementNames(SparkSession.active, _, txn.dataPath))

  /** As a user types it: without the scheme where it is the local one. */
  private def shortPath(path: Path): String =
    if (path.toUri.getScheme == "file") path.toUri.getPath else path.toString

  /** What RESTORE and CLONE do with the properties of a table. `statement` is what the transaction runs. */
  def changeBy(op: DeltaOperations.Operation, statement: Option[LogicalPlan]): Change = op match {
    case _: DeltaOperations.Restore => Change.Replacing(Set.empty)
    case _: DeltaOperations.Clone =>
      Change.Cloning(statement.fold(Set.empty[String])(namedByClone))
    case _ => Change.Altering
  }

  private def namedByClone(statement: LogicalPlan): Set[String] = statement match {
    case clone: CloneTableCommand =>
      DeltaConfigs.validateConfigurations(clone.tablePropertyOverrides).keySet
    case create: CreateDeltaTableCommand =>
      create.query.fold(Set.empty[String])(namedByClone)
    case _ => Set.empty
  }

  /**
   * Before the operation is known.
   *
   * @param statement what the transaction runs
   */
  def planned(
      txn: OptimisticTransaction,
      statement: Option[LogicalPlan],
      change: Change,
      protocol: Protocol,
      metadata: Metadata,
      protocolWritten: Boolean
  ): Commit = {
    val after = side(txn, protocol, metadata)
    val isKnown = change != Change.Altering
    commit(
      txn,
      txn.readVersion + 1,
      None,
      change,
      if (isKnown) after else before(txn).fold(after)(KeptProperties.planned(_, after)),
      protocolWritten,
      metadataWritten = true
    ).copy(operation = names(txn, statement).flatMap(_.operation).getOrElse(unnamed))
  }

  /** A statement that puts something else in the table's place, with the properties that it has for it. */
  def replacement(
      txn: OptimisticTransaction,
      op: Option[DeltaOperations.Operation],
      change: Change,
      protocol: Protocol,
      metadata: Metadata
  ): Commit = commit(
    txn,
    txn.readVersion + 1,
    op,
    change,
    side(txn, protocol, metadata),
    protocolWritten = true,
    metadataWritten = true
  )

  /** Before the first attempt. */
  def prepared(
      txn: OptimisticTransaction,
      op: DeltaOperations.Operation,
      change: Change,
      protocol: Protocol,
      metadata: Metadata,
      protocolWritten: Boolean,
      metadataWritten: Boolean
  ): Commit = commit(
    txn,
    txn.readVersion + 1,
    Some(op),
    change,
    side(txn, protocol, metadata),
    protocolWritten,
    metadataWritten
  )

  /** What a statement asks for, before Delta has prepared it. */
  def proposed(
      txn: OptimisticTransaction,
      actions: Seq[Action],
      op: DeltaOperations.Operation,
      change: Change
  ): Commit = {
    val protocol = actions.collectFirst { case p: Protocol => p }
    val metadata = actions.collectFirst { case m: Metadata => m }
    commit(
      txn,
      txn.readVersion + 1,
      Some(op),
      change,
      side(txn, protocol.getOrElse(txn.protocol), metadata.getOrElse(txn.metadata)),
      protocolWritten = true,
      metadataWritten = true
    )
  }

  /** Before an attempt: what is really written, which conflict resolution may have changed. */
  def attempted(
      txn: OptimisticTransaction,
      info: CurrentTransactionInfo,
      change: Change,
      version: Long
  ): Commit = {
    val protocol = info.actions.collectFirst { case p: Protocol => p }
    val metadata = info.actions.collectFirst { case m: Metadata => m }
    commit(
      txn,
      version,
      Some(info.op),
      change,
      side(txn, protocol.getOrElse(info.protocol), metadata.getOrElse(info.metadata)),
      protocol.isDefined,
      metadata.isDefined
    )
  }

  def toDelta(protocol: PlainProtocol): Protocol = Protocol(
    protocol.minReaderVersion,
    protocol.minWriterVersion,
    protocol.readerFeatures,
    protocol.writerFeatures
  )

  def toPlain(protocol: Protocol): PlainProtocol = PlainProtocol(
    protocol.minReaderVersion,
    protocol.minWriterVersion,
    protocol.readerFeatures,
    protocol.writerFeatures
  )

  /** Of code that uses transactions directly, before it says what it does. */
  private val unnamed = "metadata change"

  private def commit(
      txn: OptimisticTransaction,
      version: Long,
      op: Option[DeltaOperations.Operation],
      change: Change,
      after: TableDescriptor,
      protocolWritten: Boolean,
      metadataWritten: Boolean
  ): Commit = {
    val found = facts(txn, version, op, change, after, protocolWritten, metadataWritten)
    val place = placeOf(txn)
    found.copy(place = () => if (found.changesTable) place.known else place.told)
  }

  private def facts(
      txn: OptimisticTransaction,
      version: Long,
      op: Option[DeltaOperations.Operation],
      change: Change,
      after: TableDescriptor,
      protocolWritten: Boolean,
      metadataWritten: Boolean
  ): Commit = Commit(
    operation = op.fold(unnamed)(_.name),
    version = version,
    before = before(txn),
    after = after,
    change = change,
    protocolWritten = protocolWritten,
    metadataWritten = metadataWritten,
    defaults = if (protocolWritten) RuleSettings.defaults(SessionConf.active) else Map.empty,
    knownOtherwise = DeltaFeatures.knownOtherwise,
    historyCheckedByDelta = op.exists(_.isInstanceOf[DeltaOperations.DropTableFeature]),
    earliestReadableVersion = () => earliestReadableVersion(txn.deltaLog),
    reachedBoundary = () => reachedBoundary(txn),
    clusteringByPhysicalNames = () => PhysicalClustering.columns(txn.snapshot)
  )

  private def before(txn: OptimisticTransaction): Option[TableDescriptor] = {
    val snapshot = txn.snapshot
    Option.when(snapshot.version >= 0)(side(txn, snapshot.protocol, snapshot.metadata))
  }

  /**
   * Version 0 while its commit is there, else the oldest checkpoint from which all later commits are there. Of a log
   * without one nothing is known, and 0 protects most.
   */
  private def earliestReadableVersion(log: DeltaLog): Long =
    log.listFrom(0).map(_.getPath).collectFirst {
      case path if FileNames.isDeltaFile(path) => FileNames.deltaVersion(path)
    } match {
      case Some(first) if first > 0 => log.findEarliestReliableCheckpoint.getOrElse(0L)
      case _ => 0L
    }

  /** Reads every commit that the log still holds. */
  private def reachedBoundary(txn: OptimisticTransaction): Long = {
    val log = txn.deltaLog
    ProtectionLog.open(log.dataPath, log.newDeltaHadoopConf()).flatMap(_.history) match {
      case Right(history) => Protection.of(history).fold(0L)(_.reached)
      case Left(problem) => throw Errors.notReadable(problem, nameOf(txn))
    }
  }

  private def side(
      txn: OptimisticTransaction,
      protocol: Protocol,
      metadata: Metadata
  ): TableDescriptor = txn match {
    case guarded: GuardedTransaction => guarded.sides.of(protocol, metadata)
    case _ => new TransactionSides().of(protocol, metadata)
  }
}

/** How one transaction reads, or writes, its table: the rules ask several times, and a schema takes long to read. */
final class TransactionSides {

  private var known = List.empty[((Protocol, Metadata), TableDescriptor)]

  def of(protocol: Protocol, metadata: Metadata): TableDescriptor = {
    val side = (protocol, metadata)
    known.collectFirst { case (`side`, descriptor) => descriptor }.getOrElse {
      val descriptor = TableDescriptor(
        TransactionFacts.toPlain(protocol),
        metadata.configuration,
        metadata.schemaString,
        metadata.partitionColumns
      )
      known ::= side -> descriptor
      descriptor
    }
  }
}
