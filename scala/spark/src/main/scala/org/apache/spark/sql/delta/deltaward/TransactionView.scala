package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.{Action, AddFile, Metadata, Protocol, RemoveFile}
import org.apache.spark.sql.delta.commands.{CloneTableCommand, CreateDeltaTableCommand}

import io.deltaward.conf.SessionConf
import io.deltaward.features.{TableDescriptor, Traces}
import io.deltaward.guard.{
  CleanupGuard,
  CommitGuard,
  RuleSettings,
  StatementCommits,
  StatementNames
}
import io.deltaward.protocol.Boundary
import io.deltaward.rules.{Commit, KeptProperties, PropertyTreatment}

/**
 * Shows a transaction to the commit rules, as plain values. Each method that returns a `Commit` is for one moment of the
 * transaction.
 *
 * @param statement what the transaction runs, if Spark runs a statement
 */
final class TransactionView(txn: OptimisticTransaction, statement: Option[LogicalPlan]) {
  import TransactionView.{unnamed, Written}

  private val place = new TransactionPlace(txn, statement)

  private lazy val names: Option[StatementNames] =
    statement.map(new StatementNames(SparkSession.active, _, txn.deltaLog.dataPath))

  /** A schema takes long to read, and the rules ask for the same one several times. */
  private var descriptors = List.empty[((Protocol, Metadata), TableDescriptor)]

  /** The table before the commit: as the transaction read it, or as the last winning commit left it. */
  private var found: Snapshot = txn.snapshot

  val name: String = TransactionView.nameOf(txn)

  /** Returns the guard of the commit. Delta does not know the name of a table that the statement creates; the guard does. */
  def guard: CommitGuard = {
    val created = names.filter(_ => txn.catalogTable.isEmpty).flatMap(_.newTable).map(_.toString)
    new CommitGuard(
      RuleSettings.forSession(SparkSession.active),
      created.getOrElse(name),
      StatementCommits.versionsOf(txn.deltaLog.dataPath)
    )
  }

  def cleanupGuard: CleanupGuard =
    new CleanupGuard(RuleSettings.forSession(SparkSession.active).settingsAt(place.known), name)

  /** Returns what the operation does with properties that the statement does not name. */
  def changeBy(op: DeltaOperations.Operation): PropertyTreatment = op match {
    case _: DeltaOperations.Restore => PropertyTreatment.Replacing(Set.empty)
    case _: DeltaOperations.Clone =>
      PropertyTreatment.Cloning(statement.fold(Set.empty[String])(namedByClone))
    case _ => PropertyTreatment.Altering
  }

  private def namedByClone(statement: LogicalPlan): Set[String] = statement match {
    case clone: CloneTableCommand =>
      DeltaConfigs.validateConfigurations(clone.tablePropertyOverrides).keySet
    case create: CreateDeltaTableCommand =>
      create.query.fold(Set.empty[String])(namedByClone)
    case _ => Set.empty
  }

  /** Returns the commit before its operation is known: metadata has changed, and no data file is written yet. */
  def planned(change: PropertyTreatment, protocolWritten: Boolean): Commit = {
    val after = descriptor(txn.protocol, txn.metadata)
    val kept = change match {
      case PropertyTreatment.Altering => before.fold(after)(KeptProperties.planned(_, after))
      case _ => after
    }
    commit(txn.readVersion + 1, None, change, kept, Written(protocolWritten, metadata = true))
      .copy(operation = names.flatMap(_.operation).getOrElse(unnamed))
  }

  /** Returns the commit of a statement that replaces the table. */
  def replacement(
      op: Option[DeltaOperations.Operation],
      change: PropertyTreatment,
      metadata: Metadata
  ): Commit = commit(
    txn.readVersion + 1,
    op,
    change,
    descriptor(txn.protocol, metadata),
    Written.both
  )

  /** Returns the commit before the first attempt. */
  def prepared(
      op: DeltaOperations.Operation,
      change: PropertyTreatment,
      metadata: Metadata,
      written: Written,
      actions: Seq[Action]
  ): Commit = withFiles(preparedLarge(op, change, metadata, written), metadata, actions)

  /** Returns the commit before the first attempt, without the files that it adds: `commitLarge` has too many to look at. */
  def preparedLarge(
      op: DeltaOperations.Operation,
      change: PropertyTreatment,
      metadata: Metadata,
      written: Written
  ): Commit =
    commit(txn.readVersion + 1, Some(op), change, descriptor(txn.protocol, metadata), written)

  /** Returns the commit that a statement asks for, before Delta prepares it. */
  def proposed(
      op: DeltaOperations.Operation,
      change: PropertyTreatment,
      actions: Seq[Action]
  ): Commit = {
    val metadata = metadataIn(actions).getOrElse(txn.metadata)
    val after = descriptor(protocolIn(actions).getOrElse(txn.protocol), metadata)
    val asked = commit(txn.readVersion + 1, Some(op), change, after, Written.both)
    withFiles(asked, metadata, actions)
  }

  /** Returns what an attempt writes. The resolution of conflicts may have changed it since it was prepared. */
  def attempted(
      info: CurrentTransactionInfo,
      op: DeltaOperations.Operation,
      change: PropertyTreatment,
      version: Long
  ): Commit = {
    val (protocol, metadata) = (protocolIn(info.actions), metadataIn(info.actions))
    // A commit of rows after other commits of rows finds the same protocol and metadata, and needs no other snapshot.
    def isOfRows = protocol.isEmpty && metadata.isEmpty &&
      info.protocol == found.protocol && info.metadata == found.metadata
    if (found.version != version - 1 && !isOfRows)
      found = TableSnapshots.at(txn.deltaLog, version - 1, txn.catalogTable)
    val written = metadata.getOrElse(info.metadata)
    val attempt = commit(
      version,
      Some(op),
      change,
      descriptor(protocol.getOrElse(info.protocol), written),
      Written(protocol.isDefined, metadata.isDefined)
    )
    withFiles(attempt, written, info.actions)
  }

  private def withFiles(commit: Commit, metadata: Metadata, actions: Seq[Action]): Commit = {
    val snapshot = found
    lazy val signs = {
      val (before, _) = commit.files()
      val added = actions.collect { case add: AddFile => add }
      val removed = actions.collect { case remove: RemoveFile => remove.path }.toSet
      val kept = if (removed.isEmpty) before else signsOf(snapshot, removed)
      (before, kept.withSignsOf(TraceScan.signsOf(metadata, added)))
    }
    commit.copy(files = () => signs)
  }

  /** Keeps what a scan found. It can take seconds, and the attempt asks for the same scan as the preparation. */
  private def signsOf(snapshot: Snapshot, without: Set[String]): Traces = {
    val scan = (snapshot.version, without)
    scanned.collectFirst { case (`scan`, signs) => signs }.getOrElse {
      val signs = TraceScan.signsOf(snapshot, without)
      scanned ::= scan -> signs
      signs
    }
  }

  private var scanned = List.empty[((Long, Set[String]), Traces)]

  private def protocolIn(actions: Seq[Action]): Option[Protocol] =
    actions.collectFirst { case protocol: Protocol => protocol }

  private def metadataIn(actions: Seq[Action]): Option[Metadata] =
    actions.collectFirst { case metadata: Metadata => metadata }

  private def commit(
      version: Long,
      op: Option[DeltaOperations.Operation],
      change: PropertyTreatment,
      after: TableDescriptor,
      written: Written
  ): Commit = {
    val facts = Commit(
      operation = op.fold(unnamed)(_.name),
      version = version,
      before = before,
      after = after,
      change = change,
      protocolWritten = written.protocol,
      metadataWritten = written.metadata,
      defaults = if (written.protocol) RuleSettings.defaults(SessionConf.active) else Map.empty,
      knownOtherwise = DeltaFeatures.knownOtherwise,
      historyCheckedByDelta = op.exists(_.isInstanceOf[DeltaOperations.DropTableFeature]),
      earliestReadableVersion = () => LogHistory.earliestReadableVersion(txn.deltaLog),
      reachedBoundary = () => LogHistory.reachedBoundary(txn.deltaLog, name),
      clusteringByPhysicalNames = () => PhysicalClustering.columns(found),
      protectsHistory = DeltaFeatures.running.features(Boundary.Feature)
    )
    val snapshot = found
    facts.copy(
      files = () => (signsOf(snapshot, Set.empty), Traces.ofNoFiles),
      place = () => if (facts.changesTable) place.known else place.told
    )
  }

  private def before: Option[TableDescriptor] =
    Option.when(found.version >= 0)(descriptor(found.protocol, found.metadata))

  private def descriptor(protocol: Protocol, metadata: Metadata): TableDescriptor = {
    val side = (protocol, metadata)
    descriptors.collectFirst { case (`side`, known) => known }.getOrElse {
      val described = TableDescriptor(
        ProtocolConversion.toPlain(protocol),
        metadata.configuration,
        metadata.schemaString,
        metadata.partitionColumns,
        location = txn.deltaLog.dataPath.toUri.getPath
      )
      descriptors ::= side -> described
      described
    }
  }
}

object TransactionView {

  /** Tells which of protocol and metadata a commit writes. */
  final case class Written(protocol: Boolean, metadata: Boolean)

  object Written {
    val both: Written = Written(protocol = true, metadata = true)
  }

  /** The operation of code that uses transactions directly, before it names one. */
  private val unnamed = "metadata change"

  /** Returns the table's name in the catalog, or its path in backticks. */
  def nameOf(txn: OptimisticTransaction): String = txn.catalogTable
    .map(_.identifier.unquotedString)
    .getOrElse(s"delta.`${shortPath(txn.deltaLog.dataPath)}`")

  /** Returns the path as users type it: without the scheme of the local file system. */
  private def shortPath(path: Path): String =
    if (path.toUri.getScheme == "file") path.toUri.getPath else path.toString
}
