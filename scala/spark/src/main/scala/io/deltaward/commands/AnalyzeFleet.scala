package io.deltaward.commands

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.functions.{coalesce, col, count, lit, size, sum, when}
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.Verdict
import io.deltaward.fleet.Fleet
import org.apache.spark.sql.delta.deltaward.FleetMetrics

/**
 * A row of `ANALYZE PROTOCOL COMPATIBILITY`: one figure.
 *
 * @param metric     what the figure counts: `tables`, `tables_unreadable`, `policy_violations`, `tables_blocked`,
 *                   `tables_unknown`, `tables_silently_wrong` or `tables_harmed`
 * @param client     name of the client, as written after `FOR CLIENT`; `None` if the figure is not about a client
 * @param accessPath way in which the client accesses the table; `None` if the figure is not about a client
 * @param access     `read` or `write`. `None` if the figure is not about a client, and for `tables_silently_wrong`, which
 *                   counts a table once for both
 */
final case class FleetMetric(
    metric: String,
    client: Option[String],
    clientVersion: Option[String],
    accessPath: Option[String],
    access: Option[String],
    value: Long
)

object FleetMetric {
  private[commands] val schema: StructType = Rows.schema[FleetMetric]
}

/**
 * `ANALYZE PROTOCOL COMPATIBILITY IN (CATALOG name | SCHEMA name | PATH 'root' | TABLES (name, ...)) [FOR CLIENT 'name'
 * ['version'], ...]`: reads the tables as `SHOW` does and counts them. The figures become gauges of Spark's metrics system,
 * until the statement runs again in the application.
 */
final case class AnalyzeFleet(fleet: Fleet, chosen: ChosenReleases) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(FleetMetric.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val metrics = AnalyzeFleet.metrics(counted(session))
    FleetMetrics.set(metrics.map(metric => AnalyzeFleet.name(metric, metrics) -> metric.value))
    metrics
  }

  /**
   * Counts the tables in one row for each client and access path, and one row without a client for the tables that could not
   * be read.
   */
  private def counted(session: SparkSession): Seq[Row] = {
    def tables(verdict: Verdict, columns: String*) =
      count(when(columns.map(col(_) === verdict.toString).reduce(_ || _), true))
    session.baseRelationToDataFrame(new FleetRelation(session, fleet, chosen.choose(session)))
      .groupBy("client", "clientVersion", "accessPath")
      .agg(
        count(lit(true)).as("tables"),
        tables(Verdict.Blocked, "readVerdict").as("blockedRead"),
        tables(Verdict.Blocked, "writeVerdict").as("blockedWrite"),
        tables(Verdict.Unknown, "readVerdict").as("unknownRead"),
        tables(Verdict.Unknown, "writeVerdict").as("unknownWrite"),
        tables(Verdict.SilentlyWrong, "readVerdict", "writeVerdict").as("silentlyWrong"),
        tables(Verdict.HarmsOthers, "writeVerdict").as("harmed"),
        coalesce(sum(size(col("policyViolations"))), lit(0L)).as("violations")
      )
      .orderBy("client", "clientVersion", "accessPath")
      .collect().toSeq
  }
}

object AnalyzeFleet {

  private def metrics(counted: Seq[Row]): Seq[FleetMetric] = {
    val (unread, clients) = counted.partition(_.isNullAt(0))
    // Every table that was read counts once for each client, so one client's row has them all.
    val each = unread ++ clients.take(1)
    def total(rows: Seq[Row], column: String): Long = rows.map(_.getAs[Long](column)).sum
    def of(metric: String, row: Row, access: Option[String], column: String) = FleetMetric(
      metric,
      Some(row.getAs[String]("client")),
      Some(row.getAs[String]("clientVersion")),
      Some(row.getAs[String]("accessPath")),
      access,
      row.getAs[Long](column)
    )
    def alone(metric: String, value: Long) = FleetMetric(metric, None, None, None, None, value)
    Seq(
      alone("tables", total(each, "tables")),
      alone("tables_unreadable", total(unread, "tables")),
      alone("policy_violations", total(each, "violations"))
    ) ++ clients.flatMap { row =>
      Seq(
        of("tables_blocked", row, Some("read"), "blockedRead"),
        of("tables_blocked", row, Some("write"), "blockedWrite"),
        of("tables_unknown", row, Some("read"), "unknownRead"),
        of("tables_unknown", row, Some("write"), "unknownWrite"),
        of("tables_silently_wrong", row, None, "silentlyWrong"),
        of("tables_harmed", row, Some("write"), "harmed")
      )
    }
  }

  /**
   * Returns the name of a gauge. It contains the version only if the statement covers several versions of the client. The
   * newest version changes over time, and names on a dashboard should not.
   */
  private def name(metric: FleetMetric, all: Seq[FleetMetric]): String = {
    val severalVersions = all.filter(_.client == metric.client).map(_.clientVersion).distinct.size >
      1
    val version = metric.clientVersion.filter(_ => severalVersions)
    (Seq(metric.metric) ++ metric.client ++ version ++ metric.accessPath ++ metric.access).mkString(
      "."
    )
  }
}
