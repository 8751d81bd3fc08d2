package io.deltaward.fleet

import java.nio.file.Files

import scala.jdk.CollectionConverters._

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkEnv

import io.deltaward.commands.CommandTest

class FleetMetricsSuite extends CommandTest {

  private def analyze(root: java.nio.file.Path, more: String): Map[Seq[String], Any] =
    rows(spark.sql(s"ANALYZE PROTOCOL COMPATIBILITY IN PATH '$root' $more")).map { row =>
      val about = Seq("metric", "client", "clientVersion", "accessPath", "access").map(row)
      about.filter(_ != null).map(_.toString) -> row("value")
    }.toMap

  private def gauges: Map[String, Any] =
    SparkEnv.get.metricsSystem.getSourcesByName("deltaward").flatMap(source =>
      source.metricRegistry.getGauges.asScala.map { case (name, gauge) => name -> gauge.getValue }
    ).toMap

  test("tables are counted, by client and access, and the figures are gauges until the next time") {
    val root = temporaryDirectory()
    Seq("a" -> "", "b" -> "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')").foreach {
      case (name, clause) =>
        sql(
          s"CREATE TABLE ${named(new Path(root.resolve(name).toUri))} (id BIGINT) USING delta $clause"
        )
    }
    Files.createDirectories(root.resolve("empty/_delta_log"))
    val found = analyze(root, "FOR CLIENT 'trino', 'synapse-serverless-sql'")
    assert(found(Seq("tables")) == 3L)
    assert(found(Seq("tables_unreadable")) == 1L)
    assert(found(Seq("policy_violations")) == 0L)
    val synapse = Seq("synapse-serverless-sql", "documentation of 2025", "query")
    assert(found(("tables_blocked" +: synapse) :+ "read") == 1L)
    assert(found.collect {
      case (about, value) if about.contains("trino") && about.head == "tables_blocked" =>
        value
    }.forall(_ == 0L))
    assert(gauges("tables") == 3L)
    assert(gauges("tables_blocked.synapse-serverless-sql.query.read") == 1L)

    Files.delete(root.resolve("empty/_delta_log"))
    analyze(root, "FOR CLIENT 'trino'")
    assert(gauges("tables") == 2L && gauges("tables_unreadable") == 0L)
    assert(!gauges.keys.exists(_.contains("synapse")))
  }

  test("several versions of a client are told apart") {
    val root = temporaryDirectory()
    sql(s"CREATE TABLE ${named(new Path(root.resolve("t").toUri))} (id BIGINT) USING delta")
    analyze(root, "FOR CLIENT 'deltalake[rust]' '0.20.2', 'deltalake[rust]'")
    assert(gauges.keys.count(_.startsWith("tables_blocked.deltalake.")) == 4)
  }

  test("a directory without tables has none") {
    assert(analyze(temporaryDirectory(), "")(Seq("tables")) == 0L)
  }
}
