package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

import io.deltaward.clients.Verdict._
import io.deltaward.features.{FeatureStates, TableDescriptor, Traces}
import io.deltaward.protocol.{Features, Protocol}

class BuiltInRegistrySuite extends AnyFunSuite with TableDrivenPropertyChecks {

  private val registry = ClientRegistry.builtIn
  private val plain = """{"type":"struct","fields":[{"name":"a","type":"long","metadata":{}}]}"""
  private val mapped =
    """{"type":"struct","fields":[{"name":"a","type":"integer",
      |"metadata":{"delta.columnMapping.physicalName":"col-1"}}]}""".stripMargin

  private def listed(features: String*): Protocol = {
    val forReaders = features.filter(Features.byName(_).kind.toString == "readerWriter").toSet
    Protocol(3, 7, Some(forReaders), Some(features.toSet))
  }

  /** Returns the feature states of a table with these properties, for any protocol. */
  private def table(
      properties: Map[String, String],
      schemaJson: String = plain,
      traces: Traces = Traces.unknown
  ): Protocol => FeatureStates =
    protocol => FeatureStates.forTable(TableDescriptor(protocol, properties, schemaJson), traces)

  private def judge(
      client: String,
      version: String,
      path: String,
      protocol: Protocol,
      table: Protocol => FeatureStates
  ): (Verdict, Verdict) = {
    val release = registry.find(client).get.releasesAt(version).find(_.accessPath == path).get
    val judged = Verdicts.judge(protocol, table(protocol), release)
    (judged.readVerdict, judged.writeVerdict)
  }

  test("the registry loads, with the clients under the names that users type") {
    val names = Seq("trino", "polars", "duckdb", "daft", "deltalake", "delta-rs", "delta-spark") ++
      Seq("databricks-runtime", "snowflake", "athena", "delta-kernel-java", "flink", "presto")
    names.foreach(name => assert(registry.find(name).isDefined, name))
    assert(registry.find("DELTA-RS").map(_.id) === Some("deltalake"))
  }

  test("every release has a day and a source, and its client's id") {
    for (client <- registry.clients; release <- client.releases) {
      assert(release.client === client.id)
      val nothingKnown =
        Seq(release.read, release.write).forall(_.isInstanceOf[Support.NoEvidence])
      assert(release.verifiedAt.isDefined)
      assert(release.evidence.isEmpty === nothingKnown)
      assert(release.sources.nonEmpty)
    }
  }

  test("a legacy version that a checking client accepts is never wider than Delta's own") {
    for {
      client <- registry.clients
      release <- client.releases
      (support, highest) <- Seq(release.read -> 3, release.write -> 7)
    } support match {
      case known: Support.Known =>
        assert(known.versions.forall(_.forall(v => v >= 1 && v <= highest)), release.toString)
      case _ => ()
    }
  }

  test("worked examples on real clients") {
    val vectors = listed("deletionVectors", "appendOnly", "invariants")
    val used = table(Map("delta.enableDeletionVectors" -> "true"), traces = Traces(Some(2)))
    val unused = table(Map.empty, traces = Traces(Some(0)))
    val unknown = table(Map.empty)
    val renamed = table(Map("delta.columnMapping.mode" -> "name"), mapped)
    val examples = Table(
      ("client", "version", "path", "protocol", "table", "read", "write"),
      ("delta-spark", "4.4.0", "spark", vectors, used, Ok, Ok),
      ("delta-spark", "2.2.0", "spark", vectors, used, Blocked, Blocked),
      ("delta-spark", "3.0.0", "spark", Protocol(1, 6), unused, Ok, Blocked),
      ("deltalake", "1.6.6", "rust", vectors, used, Ok, Ok),
      ("deltalake", "1.6.6", "rust", vectors, unused, Ok, Ok),
      ("deltalake", "1.6.6", "to_pyarrow", vectors, used, Blocked, NotOffered),
      ("deltalake", "1.6.6", "to_pyarrow", Protocol(2, 5), renamed, SilentlyWrong, NotOffered),
      ("deltalake", "1.6.6", "to_pyarrow", Protocol(2, 5), unused, Ok, NotOffered),
      ("deltalake", "1.6.6", "to_pyarrow", listed("columnMapping"), renamed, Blocked, NotOffered),
      ("deltalake", "1.6.6", "rust", Protocol(1, 6), unused, Ok, Blocked),
      ("deltalake", "1.6.6", "rust", listed("checkpointProtection"), unused, Ok, Blocked),
      ("deltalake", "1.3.3", "rust", Protocol(2, 5), unused, Blocked, Blocked),
      ("deltalake", "9.0", "rust", Protocol(1, 2), unused, Unknown, Unknown),
      ("polars", "2.1.0", "scan_delta", vectors, used, Ok, Ok),
      ("polars", "2.1.0", "scan_delta", Protocol(2, 5), renamed, Blocked, Ok),
      ("daft", "0.7.26", "read_deltalake", vectors, used, Blocked, Ok),
      ("daft", "0.7.26", "read_deltalake", vectors, unused, Ok, Ok),
      ("daft", "0.7.26", "read_deltalake", vectors, unknown, Unknown, Ok),
      (
        "daft",
        "0.7.0",
        "read_deltalake",
        listed("columnMapping"),
        renamed,
        SilentlyWrong,
        Unknown
      ),
      ("athena", "engine version 3", "select", vectors, used, Ok, NotOffered),
      ("athena", "engine version 3", "select", listed("v2Checkpoint"), unused, Blocked, NotOffered),
      (
        "snowflake",
        "from 2026-03-02",
        "delta-direct",
        listed("typeWidening"),
        unused,
        Unknown,
        NotOffered
      ),
      ("delta-kernel-java", "4.0.0", "kernel", Protocol(1, 3), unused, Ok, Ok),
      (
        "delta-kernel-java",
        "4.0.0",
        "kernel",
        Protocol(1, 3),
        table(Map("delta.constraints.c" -> "a > 0")),
        Ok,
        Blocked
      )
    )
    forAll(examples) { (client, version, path, protocol, table, read, write) =>
      assert(judge(client, version, path, protocol, table) === ((read, write)))
    }
  }

  test("a version between two tested ones is OK where both are on that table, and nowhere else") {
    val examples = Table(
      ("client", "version", "path", "protocol", "read", "write"),
      ("trino", "460", "connector", Protocol(1, 2), Ok, Ok),
      ("trino", "460", "connector", listed("variantType"), Unknown, Unknown),
      ("duckdb", "1.5.4", "delta_scan", Protocol(1, 2), Ok, NotOffered),
      ("deltalake", "1.0.0", "merge", Protocol(1, 2), Ok, Ok),
      ("deltalake", "1.0.0", "merge", listed("catalogManaged"), Unknown, Unknown)
    )
    forAll(examples) { (client, version, path, protocol, read, write) =>
      assert(judge(client, version, path, protocol, table(Map.empty)) ===
        ((read, write)))
      val release = registry.find(client).get.releasesAt(version).find(_.accessPath == path).get
      val states = table(Map.empty)(protocol)
      val judged = Verdicts.judge(protocol, states, release)
      val known = Seq(read, write).exists(_ != Unknown)
      assert(judged.evidence === Option.when(known)(Evidence.Inferred))
    }
  }

  test("a refused number names the features that the client has nothing to say about") {
    val release =
      registry.find("deltalake").get.releasesAt("1.6.6").find(_.accessPath == "rust").get
    val states = table(Map.empty)(Protocol(1, 6))
    val judged = Verdicts.judge(Protocol(1, 6), states, release)
    assert(judged.blockingFeatures === Seq("identityColumns"))
  }

  test("a documented loss is DEGRADED, and only where the feature is on") {
    val feed = Map("delta.enableChangeDataFeed" -> "true")
    val on = table(feed)
    val off = table(Map.empty)
    val protocol = listed("changeDataFeed")
    assert(judge("delta-kernel-java", "4.3.0", "kernel", protocol, on) === ((Ok, Degraded)))
    assert(judge("delta-kernel-java", "4.3.0", "kernel", protocol, off) === ((Ok, Ok)))
  }

  test("a client with only inferred facts answers UNKNOWN") {
    registry.find("clickhouse").get.newest.foreach { release =>
      val judged = Verdicts.judge(Protocol(1, 1), FeatureStates.unknown, release)
      assert((judged.readVerdict, judged.writeVerdict) === ((Unknown, Unknown)))
      assert(judged.evidence === None)
    }
  }
}
