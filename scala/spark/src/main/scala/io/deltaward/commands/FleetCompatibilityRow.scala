package io.deltaward.commands

import java.sql.Timestamp
import java.time.{Instant, LocalDate, ZoneOffset}

import scala.collection.mutable
import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.Row
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.{
  Client,
  ClientVerdict,
  Doubts,
  Release,
  RunningDelta,
  Verdict,
  Verdicts
}
import io.deltaward.drops.Fixes
import io.deltaward.drops.TableChange.ClusterBy
import io.deltaward.drops.plans.ForeseenDrops
import io.deltaward.errors.Errors
import io.deltaward.features.FeatureStates
import io.deltaward.files.Locations
import io.deltaward.fleet.{FurtherReading, LogFacts, SurveyedPlace, SurveyedTable, Unreadable}
import io.deltaward.guard.RuleSettings
import io.deltaward.policy.{FullName, TablePlace}
import io.deltaward.protocol.Protocol
import io.deltaward.storage.SurveyedLog
import io.deltaward.tables.TableAtVersion

/**
 * A row of `SHOW PROTOCOL COMPATIBILITY IN`: one table, client, version and access path. A table that could not be read has
 * one row without a client, with null for everything its log would tell.
 *
 * @param tableName         name of the table in the catalog; `None` if the table was found by its path
 * @param location          root path of the table; `None` if the catalog does not give it
 * @param version           newest version of the table, to which the verdicts apply; `None` if the table was not read
 * @param accessPath        way in which the client accesses the table; `None` if the table was not read. A client can have
 *                          several, with different rules
 * @param readVerdict       verdict for reading: `OK`, `BLOCKED`, `SILENTLY_WRONG`, `DEGRADED`, `UNKNOWN` or `NOT_OFFERED`
 * @param writeVerdict      verdict for writing: `OK`, `BLOCKED`, `SILENTLY_WRONG`, `HARMS_OTHERS`, `DEGRADED`, `UNKNOWN` or
 *                          `NOT_OFFERED`
 * @param blockingFeatures  features that cause a verdict other than `OK` or `UNKNOWN`, sorted
 * @param reason            one sentence on both verdicts, or the reason why the table was not read
 * @param unlockedBy        clauses of `ALTER TABLE name` that give the client access, in the order to run them. `None` if
 *                          the client has access, or if no change of the table itself is known to help
 * @param evidence          kind of evidence for the verdicts: `observed`, `source`, `documentation` or `inferred`; `None` if
 *                          nothing is known
 * @param verifiedAt        date on which the facts about the client were last checked; `None` if nothing is known
 * @param errorCondition    error condition of an invalid protocol, or of a table that cannot be read; `None` if there is
 *                          none
 * @param logRead           files of the log that the verdicts are based on, in words; `None` if the table was not read
 * @param supportedFeatures features that the protocol lists or its versions imply (rule P3), sorted; `None` if the table was
 *                          not read
 * @param boundary          version before which checkpoints are protected; `None` if the table does not support
 *                          `checkpointProtection`, or was not read
 * @param lastModified      time at which the version was committed; `None` if the log's time is outside the years 1 to 9999,
 *                          or the table was not read
 * @param engineInfo        engine that committed the version. `None` if its commit names no engine, is gone or cannot be
 *                          read, or if the table was not read
 * @param logFiles          number of files in `_delta_log`, including sidecars; `None` if they cannot be listed, or the
 *                          table was not read
 * @param logBytes          size in bytes of the files in `_delta_log`, including sidecars; `None` if they cannot be listed,
 *                          or the table was not read
 * @param policyViolations  how the table, in its current state, breaks the policies in force, in words
 */
final case class FleetCompatibilityRow(
    tableName: Option[String],
    location: Option[String],
    version: Option[Long] = None,
    client: Option[String] = None,
    clientVersion: Option[String] = None,
    accessPath: Option[String] = None,
    readVerdict: String = Verdict.Unknown.toString,
    writeVerdict: String = Verdict.Unknown.toString,
    blockingFeatures: Seq[String] = Nil,
    reason: String = "",
    unlockedBy: Option[Seq[String]] = None,
    evidence: Option[String] = None,
    verifiedAt: Option[LocalDate] = None,
    errorCondition: Option[String] = None,
    logRead: Option[String] = None,
    minReaderVersion: Option[Int] = None,
    minWriterVersion: Option[Int] = None,
    supportedFeatures: Option[Seq[String]] = None,
    boundary: Option[Long] = None,
    lastModified: Option[Timestamp] = None,
    engineInfo: Option[String] = None,
    logFiles: Option[Int] = None,
    logBytes: Option[Long] = None,
    policyViolations: Seq[String] = Nil
)

object FleetCompatibilityRow {
  private[commands] val schema: StructType = Rows.schema[FleetCompatibilityRow]
}

/**
 * Makes rows of the tables that were found. It computes only what the columns need.
 *
 * @param columns  requested columns, in their order
 * @param clients  clients that the statement asks about
 * @param settings settings that decide on drops and policies
 * @param delta    the Delta that would run the fixes, with the settings of the session
 * @param names    names by which a policies file can know a table, by location
 * @param conf     Hadoop configuration, for locations that name no file system
 */
final private[commands] class FleetRows(
    columns: Seq[String],
    clients: Seq[(Client, Release)],
    settings: RuleSettings,
    delta: RunningDelta,
    names: Map[String, Seq[FullName]],
    conf: Configuration
) extends FurtherReading {
  private val asked = columns.toSet
  private val places = columns.map(FleetCompatibilityRow.schema.fieldIndex)
  private val verdicts = new VerdictsOfLikeTables(clients.map(_._2))

  /** Maps each release to all releases of the same client and version. */
  private lazy val beside: Map[Release, Seq[Release]] = clients.map { case (client, release) =>
    release -> client.releasesAt(release.version)
  }.toMap

  override def tracing(at: TableAtVersion, log: SurveyedLog): TableAtVersion = {
    def wants = clients.exists { case (_, release) =>
      Verdicts.wantsTraces(at.state.protocol, at.features, release)
    }
    val isOpen = at.doubts.reading.isEmpty && at.features.shape.exists(_.open.nonEmpty)
    if (isOpen && asked.exists(FleetRows.verdicts) && wants) at.copy(traces = log.traces) else at
  }

  /** Reads the facts of a log that the requested columns need. */
  override def facts(log: SurveyedLog): LogFacts = LogFacts(
    if (asked("engineInfo")) log.engine else None,
    if (asked("logFiles") || asked("logBytes")) log.size else None
  )

  def rowsFor(found: SurveyedPlace): Seq[Row] = {
    val rows = found.table.fold(
      problem => Seq(unread(found, problem)),
      table =>
        try judged(found, table)
        catch {
          case NonFatal(e) => Seq(unread(found, Unreadable(None, s"It cannot be judged: $e")))
        }
    )
    rows.map(row => Row.fromSeq(places.map(place => Rows.value(row.productElement(place)))))
  }

  private def judged(found: SurveyedPlace, table: SurveyedTable): Seq[FleetCompatibilityRow] = {
    val at = table.at
    lazy val place = {
      val locations = Locations.spellings(at.location.location, conf)
      TablePlace(
        (found.place.names ++ locations.flatMap(names.getOrElse(_, Nil))).distinct,
        locations
      )
    }
    val fixes = new Fixes(
      delta,
      new ForeseenDrops(settings, at, place),
      at.table,
      at.features
    )
    def unlockedBy(verdict: ClientVerdict, release: Release) =
      // A table's problems must be solved first.
      if (!asked("unlockedBy") || at.problems.nonEmpty) None
      else
        fixes.steps(verdict, release, beside(release), at.clusteringByPhysicalNames)
          .filterNot(_.contains(ClusterBy.none.step) && at.limitsStatistics)
    val protocol = at.state.protocol
    val about = FleetCompatibilityRow(
      tableName = found.place.name,
      location = Some(found.place.path),
      version = Some(at.state.version),
      errorCondition = at.protocolProblems.headOption.map(Errors.conditionOf),
      logRead = Some(at.logRead),
      minReaderVersion = Some(protocol.minReaderVersion),
      minWriterVersion = Some(protocol.minWriterVersion),
      supportedFeatures = Some(protocol.supportedFeatures.toSeq.sorted),
      boundary = at.table.boundary,
      lastModified = moment(at.state.timestamp),
      engineInfo = table.log.engine,
      logFiles = table.log.size.map(_.files),
      logBytes = table.log.size.map(_.bytes),
      policyViolations =
        if (asked("policyViolations")) settings.settingsAt(place).violations(at.withKnownFiles)
        else Nil
    )
    verdicts.judge(protocol, at.features, at.doubts).map { case (release, verdict) =>
      about.copy(
        client = Some(verdict.client),
        clientVersion = Some(verdict.clientVersion),
        accessPath = Some(verdict.accessPath),
        readVerdict = verdict.readVerdict.toString,
        writeVerdict = verdict.writeVerdict.toString,
        blockingFeatures = verdict.blockingFeatures,
        reason = verdict.reason,
        unlockedBy = unlockedBy(verdict, release),
        evidence = verdict.evidence.map(_.toString),
        verifiedAt = verdict.verifiedAt
      )
    }
  }

  /** Returns a moment, or `None` outside of Spark's years 1 to 9999: a damaged log can hold any number. */
  private def moment(milliseconds: Long): Option[Timestamp] = {
    val moment = Instant.ofEpochMilli(milliseconds)
    val year = moment.atOffset(ZoneOffset.UTC).getYear
    Option.when(year >= 1 && year <= 9999)(Timestamp.from(moment))
  }

  private def unread(found: SurveyedPlace, problem: Unreadable) = FleetCompatibilityRow(
    tableName = found.place.name,
    location = Some(found.place.path).filter(_.nonEmpty),
    reason = problem.message,
    errorCondition = problem.condition
  )
}

/** Judges each kind of table once, since the tables of a fleet are of few kinds. */
final private class VerdictsOfLikeTables(releases: Seq[Release]) {
  private val known =
    mutable.HashMap.empty[(Protocol, FeatureStates, Doubts), Seq[(Release, ClientVerdict)]]

  def judge(
      protocol: Protocol,
      states: FeatureStates,
      doubts: Doubts
  ): Seq[(Release, ClientVerdict)] = {
    // If every table is of its own kind, memory must not grow with their number.
    if (known.size >= VerdictsOfLikeTables.Kinds) known.clear()
    known.getOrElseUpdate(
      (protocol, states, doubts),
      releases.map(release => release -> Verdicts.judge(protocol, states, release, doubts))
    )
  }
}

private object VerdictsOfLikeTables {
  private val Kinds = 200
}

private[commands] object FleetRows {

  /** The columns that depend on the policies in force for a table. */
  val judgedByPolicies: Set[String] = Set("unlockedBy", "policyViolations")

  /** The columns that depend on verdicts. */
  private val verdicts: Set[String] =
    Set("readVerdict", "writeVerdict", "blockingFeatures", "reason", "unlockedBy")
}
