package io.deltaward.commands

import java.time.LocalDate

import scala.util.control.NonFatal

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{Row, SparkSession, SQLContext}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{LeafNode, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.datasources.LogicalRelation
import org.apache.spark.sql.sources.{BaseRelation, TableScan}
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

import io.deltaward.clients.{Release, Verdict, Verdicts}
import io.deltaward.conf.DeltawardConf
import io.deltaward.errors.Errors
import io.deltaward.fleet.{Fleet, FleetDiscovery, FleetReader, Found, Unreadable}
import io.deltaward.tables.TableAtVersion

/**
 * A row of `SHOW PROTOCOL COMPATIBILITY IN`: one table, client, version and access path; or one table that could not be read,
 * without a client.
 *
 * @param tableName        the catalog name; null for a table that was found by its path
 * @param location         the root of the table; null where the catalog did not tell it
 * @param version          the newest version, which was judged; null, as all about the client, for a table that was not read
 * @param accessPath       which way the client goes to the table; some have several, with different rules
 * @param readVerdict      OK, BLOCKED, SILENTLY_WRONG, DEGRADED, UNKNOWN or NOT_OFFERED
 * @param writeVerdict     the same, for writing
 * @param blockingFeatures the features behind a verdict other than OK, sorted
 * @param reason           one sentence on both verdicts; why the table was not read
 * @param evidence         observed, source, documentation or inferred; null where nothing is known
 * @param verifiedAt       when the facts were last checked
 * @param errorCondition   under which the protocol is invalid, or the table cannot be read; null where all is well
 * @param logRead          the files of the log that the row rests on, in words
 */
final case class FleetCompatibilityRow(
    tableName: Option[String],
    location: Option[String],
    version: Option[Long],
    client: Option[String],
    clientVersion: Option[String],
    accessPath: Option[String],
    readVerdict: String,
    writeVerdict: String,
    blockingFeatures: Seq[String],
    reason: String,
    evidence: Option[String],
    verifiedAt: Option[LocalDate],
    errorCondition: Option[String],
    logRead: Option[String]
)

object FleetCompatibilityRow {
  private[commands] val schema: StructType = Rows.schema[FleetCompatibilityRow]

  private[commands] def of(found: Found, releases: Seq[Release]): Seq[FleetCompatibilityRow] =
    found.table.fold(
      problem => Seq(unread(found, problem)),
      at =>
        try releases.map(judged(found, at, _))
        catch {
          case NonFatal(e) => Seq(unread(found, Unreadable(None, s"It cannot be judged: $e")))
        }
    )

  private def judged(found: Found, at: TableAtVersion, release: Release) = {
    val verdict = Verdicts.judge(at.state.protocol, at.features, release, at.doubts)
    FleetCompatibilityRow(
      tableName = found.place.name,
      location = Some(found.place.path),
      version = Some(at.state.version),
      client = Some(verdict.client),
      clientVersion = Some(verdict.clientVersion),
      accessPath = Some(verdict.accessPath),
      readVerdict = verdict.readVerdict.toString,
      writeVerdict = verdict.writeVerdict.toString,
      blockingFeatures = verdict.blockingFeatures,
      reason = verdict.reason,
      evidence = verdict.evidence.map(_.toString),
      verifiedAt = verdict.verifiedAt,
      errorCondition = at.protocolProblems.headOption.map(Errors.conditionOf),
      logRead = Some(at.logRead)
    )
  }

  private def unread(found: Found, problem: Unreadable) = FleetCompatibilityRow(
    tableName = found.place.name,
    location = Some(found.place.path).filter(_.nonEmpty),
    version = None,
    client = None,
    clientVersion = None,
    accessPath = None,
    readVerdict = Verdict.Unknown.toString,
    writeVerdict = Verdict.Unknown.toString,
    blockingFeatures = Nil,
    reason = problem.message,
    evidence = None,
    verifiedAt = None,
    errorCondition = problem.condition,
    logRead = None
  )
}

/**
 * `SHOW PROTOCOL COMPATIBILITY IN (CATALOG name | SCHEMA name | PATH 'root') [FOR CLIENT 'name' ['version'], ...]
 * [ALL VERSIONS] [ALL ACCESS PATHS]`: [[FleetCompatibilityRow]]s for each table. Tables are read in tasks, when rows are asked
 * for, and the driver keeps none of them.
 */
final case class ShowFleetCompatibility(fleet: Fleet, chosen: ChosenReleases) extends LeafNode {
  override def output: Seq[Attribute] = Nil
  override lazy val resolved: Boolean = false
}

/** Looks at what a [[ShowFleetCompatibility]] asks for, and makes it a relation. */
final class ResolveFleets(session: SparkSession) extends Rule[LogicalPlan] {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_DELTA_NOT_CONFIGURED`, `DELTAWARD_UNKNOWN_CLIENT` */
  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case ShowFleetCompatibility(fleet, chosen) =>
      val here = session.asInstanceOf[classic.SparkSession]
      DeltaConfigured.require(here)
      LogicalRelation(new FleetRelation(here, fleet, chosen.of(here).map(_._2)))
  }
}

final private class FleetRelation(
    session: classic.SparkSession,
    fleet: Fleet,
    releases: Seq[Release]
) extends BaseRelation with TableScan {

  override val sqlContext: SQLContext = session.sqlContext

  override val schema: StructType = FleetCompatibilityRow.schema

  override def buildScan(): RDD[Row] = {
    val context = session.sparkContext
    val hadoop =
      context.broadcast(new SerializableConfiguration(session.sessionState.newHadoopConf()))
    val asked = context.broadcast(releases)
    val limit = session.sessionState.conf.getConf(DeltawardConf.TABLE_TIMEOUT)
    val places = new FleetDiscovery(session, hadoop, limit).places(fleet)
    context.parallelize(places, FleetDiscovery.slices(session, places.size)).mapPartitions {
      some =>
        val reader = new FleetReader(hadoop.value.value, limit)
        for {
          place <- some
          found <- reader.read(place)
          row <- FleetCompatibilityRow.of(found, asked.value)
        } yield Rows.of(row)
    }
  }

  override def toString: String = s"deltaward fleet $fleet"
}
