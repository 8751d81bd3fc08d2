package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.{Action, Metadata, Protocol}
import org.apache.spark.sql.delta.util.FileNames
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.conf.RuleSettings
import io.deltaward.hook.{CleanupGuard, CommitGuard}
import io.deltaward.protocol.{Protocol => PlainProtocol}
import io.deltaward.rules.{Commit, TableSide}

/** Turns what Delta holds about a transaction into plain values, and a plain protocol back into Delta's. */
object TransactionFacts {

  def enabled: Boolean = RuleSettings.of(SparkSession.active).enabled

  def guardOf(txn: OptimisticTransaction): CommitGuard =
    new CommitGuard(RuleSettings.of(SparkSession.active), nameOf(txn))

  def cleanupGuardOf(txn: OptimisticTransaction): CleanupGuard =
    new CleanupGuard(RuleSettings.of(SparkSession.active), nameOf(txn))

  def nameOf(txn: OptimisticTransaction): String = txn.catalogTable
    .map(_.identifier.unquotedString)
    .getOrElse(s"delta.`${shortPath(txn.dataPath)}`")

  /** As a user types it: without the scheme where it is the local one. */
  private def shortPath(path: Path): String =
    if (path.toUri.getScheme == "file") path.toUri.getPath else path.toString

  /** Before the operation is known. */
  def planned(
      txn: OptimisticTransaction,
      protocol: Protocol,
      metadata: Metadata,
      protocolWritten: Boolean
  ): Commit = commit(
    txn,
    txn.readVersion + 1,
    None,
    side(protocol, metadata),
    protocolWritten,
    metadataWritten = true
  )

  /** Before the first attempt. */
  def prepared(
      txn: OptimisticTransaction,
      op: DeltaOperations.Operation,
      protocol: Protocol,
      metadata: Metadata,
      protocolWritten: Boolean,
      metadataWritten: Boolean
  ): Commit = commit(
    txn,
    txn.readVersion + 1,
    Some(op),
    side(protocol, metadata),
    protocolWritten,
    metadataWritten
  )

  /** What a statement asks for, before Delta has prepared it. */
  def proposed(
      txn: OptimisticTransaction,
      actions: Seq[Action],
      op: DeltaOperations.Operation
  ): Commit = {
    val protocol = actions.collectFirst { case p: Protocol => p }
    val metadata = actions.collectFirst { case m: Metadata => m }
    commit(
      txn,
      txn.readVersion + 1,
      Some(op),
      side(protocol.getOrElse(txn.protocol), metadata.getOrElse(txn.metadata)),
      protocolWritten = true,
      metadataWritten = true
    )
  }

  /** Before an attempt: what is really written, which conflict resolution may have changed. */
  def attempted(txn: OptimisticTransaction, info: CurrentTransactionInfo, version: Long): Commit = {
    val protocol = info.actions.collectFirst { case p: Protocol => p }
    val metadata = info.actions.collectFirst { case m: Metadata => m }
    commit(
      txn,
      version,
      Some(info.op),
      side(protocol.getOrElse(info.protocol), metadata.getOrElse(info.metadata)),
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

  private def commit(
      txn: OptimisticTransaction,
      version: Long,
      op: Option[DeltaOperations.Operation],
      after: TableSide,
      protocolWritten: Boolean,
      metadataWritten: Boolean
  ): Commit = {
    val snapshot = txn.snapshot
    Commit(
      operation = op.fold("metadata change")(_.name),
      version = version,
      before = Option.when(snapshot.version >= 0)(side(snapshot.protocol, snapshot.metadata)),
      after = after,
      protocolWritten = protocolWritten,
      metadataWritten = metadataWritten,
      defaults = if (protocolWritten) RuleSettings.defaults(SQLConf.get) else Map.empty,
      historyCheckedByDelta = op.exists(_.isInstanceOf[DeltaOperations.DropTableFeature]),
      earliestReadableVersion = () => earliestReadableVersion(txn.deltaLog)
    )
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

  private def side(protocol: Protocol, metadata: Metadata): TableSide =
    TableSide(toPlain(protocol), metadata.configuration, metadata.schemaString)
}
