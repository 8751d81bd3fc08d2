package io.deltaward.drops

import java.nio.file.{Files, Path => JPath}

import org.apache.hadoop.fs.Path
import org.scalatest.BeforeAndAfterAll

import io.deltaward.commands.CommandTest

/** Defines clients for the tests, so that what the registry says of real ones may change. */
trait MakeCompatibleTest extends CommandTest with DroppableTables with BeforeAndAfterAll {

  private val Setting = "spark.deltaward.clients.path"

  /** Reads and writes tables by their protocol versions, and knows no feature by its name. */
  val Plain = "plainclient"

  /** Knows checkpointProtection, and no other feature. */
  val Protecting = "protectingclient"

  /** Never writes. */
  val Reader = "plainreader"

  /** Reads tables that list their features, and no others. */
  val Lister = "lister"

  /** Fails on tables with deletion vectors in use, and on no others. */
  val Sparse = "sparseclient"

  /** Fails on tables with deletion vectors or V2 checkpoints in use, and on no others. */
  val Classic = "classicclient"

  /** Reads tables with protected checkpoints wrong, and partitioned tables with column mapping. */
  val Hasty = "hastyreader"

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    val any = "[1, 2, 3, 4, 5, 6, 7]"
    val file = clientsFile(
      client(Plain, "[1, 2, 3]", any),
      client(Protecting, "[1, 2, 3]", any, "checkpointProtection"),
      client(Reader, "[1, 2, 3]", "[]"),
      client(Lister, "[3]", "[]").replace(
        """"versions": [3], "features": []""",
        """"versions": [3], "features": ["deletionVectors"]"""
      ),
      client(Sparse, "[1, 2, 3]", any).replace(
        """"otherFeatures": "refused"}""",
        s""""conditions": {"deletionVectors": $failsOnUse}, "otherFeatures": "refused"}"""
      ),
      client(Classic, "[1, 2, 3]", "[]").replace(
        """"otherFeatures": "refused"}""",
        s""""conditions": {"deletionVectors": $failsOnUse, "v2Checkpoint": $failsOnUse},
           | "otherFeatures": "refused"}""".stripMargin
      ),
      client(Hasty, "[1, 2, 3]", "[]").replace(
        """"versions": [1, 2, 3], "features": []""",
        s""""versions": [1, 2, 3], "features": ["checkpointProtection", "columnMapping"],
           | "cases": [${wrong("checkpointProtection")}, ${wrong(
            "columnMapping",
            "partitioned"
          )}]""".stripMargin
      )
    )
    spark.conf.set(Setting, file.toString)
  }

  /** Writes a clients file with a client that knows reader version 1, and nothing else. */
  def onlyNumbers(id: String): JPath = clientsFile(client(id, "[1]", "[]"))

  private def clientsFile(clients: String*): JPath = Files.writeString(
    temporaryDirectory().resolve("clients.json"),
    clients.mkString("[", ",", "]")
  )

  override protected def afterAll(): Unit = {
    spark.conf.unset(Setting)
    super.afterAll()
  }

  private val failsOnUse =
    """{"condition": "it does not know them", "failsWhen": "used", "verdict": "BLOCKED"}"""

  private def wrong(facts: String*): String =
    s"""{"when": [${facts.map("\"" + _ + "\"").mkString(", ")}], "verdict": "SILENTLY_WRONG",
       | "condition": "some rows are missing"}""".stripMargin

  private def client(id: String, readers: String, writers: String, features: String*): String = {
    val names = (features ++ Seq("appendOnly", "invariants")).map(f => s""""$f"""").mkString(", ")
    s"""{"id": "$id", "name": "$id", "aliases": [], "featuresOutsideProtocol": [],
       | "unknownFeatureBehaviour": {"read": "fails", "write": "fails"},
       | "releases": [{"version": "1.0", "accessPath": "only",
       |   "read": {"versions": $readers, "features": [], "otherFeatures": "refused"},
       |   "write": {"versions": $writers, "features": [$names], "otherFeatures": "refused"},
       |   "evidence": "source", "verifiedAt": "2026-11-01", "sources": ["a test"]}]}""".stripMargin
  }

  def makeCompatible(path: Path, more: String): Seq[Map[String, Any]] =
    rows(spark.sql(s"ALTER TABLE ${named(path)} MAKE COMPATIBLE WITH CLIENT $more"))

  def verdicts(path: Path, client: String): (Any, Any) = {
    val row = one(s"SHOW PROTOCOL COMPATIBILITY ${named(path)} FOR CLIENT '$client'")
    (row("readVerdict"), row("writeVerdict"))
  }

  def statuses(answer: Seq[Map[String, Any]]): Seq[(Any, String)] =
    answer.map(row => row("status") -> row("statement").toString.replaceFirst(".*` ", ""))
}
