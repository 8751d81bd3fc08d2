package io.deltaward.commands

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{Row, SparkSession, SQLContext}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{LeafNode, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.datasources.LogicalRelation
import org.apache.spark.sql.sources.{BaseRelation, PrunedScan}
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

import io.deltaward.clients.{Client, Release}
import io.deltaward.conf.DeltawardConf
import io.deltaward.fleet.{Fleet, FleetDiscovery, FleetReader}
import io.deltaward.guard.{SentSettings, TablePlaces}
import io.deltaward.policy.FullName
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/**
 * `SHOW PROTOCOL COMPATIBILITY IN (CATALOG name | SCHEMA name | PATH 'root' | TABLES (name, ...)) [FOR CLIENT 'name'
 * ['version'], ...] [ALL VERSIONS] [ALL ACCESS PATHS]`: returns [[FleetCompatibilityRow]]s for each table. Tasks read the
 * tables when a query asks for rows, and the driver keeps no rows. Columns that a query does not select cost nothing.
 */
final case class ShowFleetCompatibility(fleet: Fleet, chosen: ChosenReleases) extends LeafNode {
  override def output: Seq[Attribute] = Nil
  override lazy val resolved: Boolean = false
}

/** Resolves a [[ShowFleetCompatibility]] to a relation. */
final class ResolveFleets(session: SparkSession) extends Rule[LogicalPlan] {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_DELTA_NOT_CONFIGURED`, `DELTAWARD_UNKNOWN_CLIENT` */
  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case ShowFleetCompatibility(fleet, chosen) =>
      val here = session.asInstanceOf[classic.SparkSession]
      DeltaConfigured.require(here)
      LogicalRelation(new FleetRelation(here, fleet, chosen.choose(here)))
  }
}

final private[commands] class FleetRelation(
    session: classic.SparkSession,
    fleet: Fleet,
    chosen: Seq[(Client, Release)]
) extends BaseRelation with PrunedScan {

  override val sqlContext: SQLContext = session.sqlContext

  override val schema: StructType = FleetCompatibilityRow.schema

  override def buildScan(columns: Array[String]): RDD[Row] = {
    val context = session.sparkContext
    val hadoop =
      context.broadcast(new SerializableConfiguration(session.sessionState.newHadoopConf()))
    val names = if (columns.exists(FleetRows.judgedByPolicies)) new TablePlaces(session).names
    else Map.empty[String, Seq[FullName]]
    val delta = DeltaFeatures.runningIn(session)
    val asked = context.broadcast((chosen, SentSettings.forSession(session), delta, names))
    val limit = session.sessionState.conf.getConf(DeltawardConf.TABLE_TIMEOUT)
    val places = new FleetDiscovery(session, hadoop, limit).places(fleet)
    context.parallelize(places, FleetDiscovery.slices(session, places.size)).mapPartitions {
      some =>
        val (clients, settings, delta, names) = asked.value
        val rows =
          new FleetRows(columns.toSeq, clients, settings.settings, delta, names, hadoop.value.value)
        val reader = new FleetReader(hadoop.value.value, limit, rows)
        some.flatMap(reader.read).flatMap(rows.rowsFor)
    }
  }

  override def toString: String = s"deltaward fleet $fleet"
}
