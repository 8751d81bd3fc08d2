package io.deltaward.tables

import org.apache.spark.sql.catalyst.analysis.AsOfTimestamp
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression}
import org.apache.spark.sql.catalyst.plans.logical.{OneRowRelation, Project}
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.checkpoints.{InspectedCheckpoint, ProtectionEvidence}
import io.deltaward.clients.{Release, Verdicts}
import io.deltaward.errors.Errors
import io.deltaward.log.{AsOf, LogProblem, ProtocolHistory, TableHistory, TableState}
import io.deltaward.spark.TimestampOfTravel
import io.deltaward.storage.{DeltaLogReader, ProtectionLog}
import org.apache.spark.sql.delta.deltaward.{DeltaFeatures, FreshSnapshot, LogRetention, TraceScan}

/** The checkpoints of a log and their protection. */
final case class ProtectionAt(location: TableLocation, evidence: ProtectionEvidence, bytes: Long)

/** Reads the log of a table that a statement names. */
final class TableReader(session: SparkSession) {

  private val ChangeDataFeed = "changeDataFeed"

  private val reader = new DeltaLogReader(session.sessionState.newHadoopConf())

  def locate(table: TableName): TableLocation = new TableResolver(session).resolve(table)

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_TABLE_NOT_READABLE`, or an error about the name */
  def read(table: TableName, travel: TimeTravel): TableAtVersion = {
    val location = locate(table)
    val state = orThrow(location, reader.read(location.location, asOf(travel)))
    TableAtVersion.fromState(location, state)
  }

  /**
   * Reads a table as [[read]] does, with every log file that a reader of this version opens. Delta opens the table too, if
   * it supports the protocol. Anything wrong with these files is among the defects.
   */
  def inspect(table: TableName, travel: TimeTravel): TableAtVersion = {
    val location = locate(table)
    val state = orThrow(location, reader.inspect(location.location, asOf(travel)))
    val at = TableAtVersion.fromState(location, state)
    at.copy(
      state = at.state.copy(defects = at.state.defects ++ refusal(at)),
      logRead = s"all that readers open: ${at.logRead}"
    )
  }

  private def refusal(at: TableAtVersion): Option[String] = {
    val supported = DeltaFeatures.running.features
    val opens = at.problems.isEmpty && at.state.protocol.readerRequirements.subsetOf(supported)
    if (opens)
      FreshSnapshot
        .failure(session, at.location.location, at.state.version)
        .map(cause => s"Delta cannot open it: $cause")
    else None
  }

  /**
   * Reads a table as [[read]] does. Also scans it for traces of features that the table supports or enables, if only a scan
   * shows them and Delta can open the table.
   */
  def scan(table: TableName, travel: TimeTravel): TableAtVersion = {
    val at = read(table, travel)
    val listed = if (at.features.wantingScan(ChangeDataFeed)) withChangeData(at) else at
    if (listed.features.wantingScan.isEmpty) listed else withState(listed)
  }

  private def scanned(at: TableAtVersion): TableAtVersion = withState(withChangeData(at))

  private def withChangeData(at: TableAtVersion): TableAtVersion =
    at.copy(traces = at.traces.orElse(TraceScan.ofChangeData(session, at.location.location)))

  private def withState(at: TableAtVersion): TableAtVersion = {
    val table = at.location.location
    val scanned = at.traces.orElse(TraceScan.run(session, table, at.state.version))
    // Delta may be unable to open the table. Its log lists the files all the same.
    at.copy(traces =
      if (scanned.pathSigns.isEmpty) scanned.orElse(reader.traces(table, at.state)) else scanned
    )
  }

  /** Reads a table as [[read]] does. Also scans it, if a verdict on one of the releases depends on what a scan finds. */
  def judged(table: TableName, travel: TimeTravel, releases: Seq[Release]): TableAtVersion =
    judged(read(table, travel), releases)

  /**
   * Scans a table that was read, if a verdict on one of the releases depends on it. No scan improves a verdict on a table
   * with problems for readers.
   */
  def judged(at: TableAtVersion, releases: Seq[Release]): TableAtVersion = {
    def wants = releases.exists(Verdicts.wantsTraces(at.state.protocol, at.features, _))
    if (at.doubts.reading.isEmpty && wants) scanned(at) else at
  }

  /** Returns every protocol in the retained log. */
  def history(location: TableLocation): ProtocolHistory =
    orThrow(location, reader.protocolChanges(location.location))

  /** Reads every commit that the log still holds, and opens its checkpoints. */
  def protection(table: TableName): ProtectionAt = {
    val location = locate(table)
    orThrow(
      location,
      for {
        log <- ProtectionLog.open(location.location, session.sessionState.newHadoopConf())
        newest <- log.newest
        history <- log.history
        bytes <- log.bytes
      } yield ProtectionAt(location, evidence(log, newest, history), bytes)
    )
  }

  private def evidence(
      log: ProtectionLog,
      newest: TableState,
      history: TableHistory
  ): ProtectionEvidence = {
    val checkpoints = log.checkpoints.map(found => InspectedCheckpoint(found, log.problem(found)))
    val intact = checkpoints.filter(_.problem.isEmpty).map(_.found.version).toSet
    ProtectionEvidence(
      entries = log.entries,
      checkpoints = checkpoints,
      history = history,
      retained = log.retained(history, intact),
      retention = LogRetention.fromProperties(newest.metadata.configuration),
      known = DeltaFeatures.running.features,
      timestamp = newest.timestamp,
      now = System.currentTimeMillis()
    )
  }

  private def orThrow[T](location: TableLocation, result: Either[LogProblem, T]): T =
    result.fold(problem => throw Errors.notReadable(problem, location.quoted), identity)

  private def asOf(travel: TimeTravel): AsOf = travel match {
    case TimeTravel.Latest => AsOf.Latest
    case TimeTravel.Version(version) => AsOf.Version(version)
    case TimeTravel.Timestamp(expression) =>
      TimestampOfTravel.evaluate(resolved(expression), session.sessionState.conf) match {
        case Some(AsOfTimestamp(micros)) => AsOf.Timestamp(Math.floorDiv(micros, 1000L))
        case other => throw new IllegalStateException(s"a timestamp became $other")
      }
  }

  /** Resolves a constant expression. Functions such as `current_timestamp()` are only names before Spark's analyzer runs. */
  private def resolved(expression: Expression): Expression = {
    val plan = session.sessionState.analyzer.execute(
      Project(Seq(Alias(expression, "t")()), OneRowRelation())
    )
    session.sessionState.analyzer.checkAnalysis(plan)
    plan.expressions.head match {
      case alias: Alias => alias.child
      case other => other
    }
  }
}
