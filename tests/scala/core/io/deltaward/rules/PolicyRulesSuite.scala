package io.deltaward.rules

import com.fasterxml.jackson.databind.ObjectMapper
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ClientRegistry
import io.deltaward.features.TableDescriptor
import io.deltaward.policy.Policies
import io.deltaward.rules.Commits._

class PolicyRulesSuite extends AnyFunSuite {

  /** @param more further fields of its `read` entry */
  private def client(id: String, more: String = ""): String =
    s"""{"id": "$id", "name": "$id", "aliases": [],
       | "unknownFeatureBehaviour": {"read": "refuses", "write": "refuses"},
       | "releases": [{"version": "1.0", "accessPath": "scan",
       |   "read": {"versions": [1, 2], "features": [], "otherFeatures": "refused"$more},
       |   "write": {"noEvidence": "it does not write"},
       |   "evidence": "observed", "verifiedAt": "2026-11-01", "sources": ["a run"]}]}""".stripMargin

  /** @param facts facts of the tables that it reads wrong */
  private def failing(facts: String): String =
    s""", "cases": [{"when": [$facts], "verdict": "SILENTLY_WRONG", "condition": "no rows"}]"""

  private val registry = {
    val clients = Seq(
      client("basic"),
      client("partly", failing("\"partition:binary\"")),
      client("mapped", failing("\"columnMapping\", \"partition:binary\""))
        .replace("\"features\": []", "\"features\": [\"columnMapping\"]")
    )
    val node = new ObjectMapper().readTree(clients.mkString("[", ",", "]"))
    ClientRegistry.builtIn.overlay(node, "test").toOption.get
  }

  private def policies(required: String): Policies = new Policies(Seq(required), Nil, registry)

  private def required(commit: Commit, policy: String = "basic read"): Seq[Finding] =
    new RequiredClientsRule(policies(policy), policies(policy)).check(commit)

  private def allowed(features: String)(commit: Commit): Seq[Finding] =
    allowedBy(new Policies(Nil, Seq(features), registry))(commit)

  private def allowedBy(policies: Policies)(commit: Commit): Seq[Finding] =
    new AllowedFeaturesRule(policies, policies).check(commit)

  private val vectors =
    side(3, 7, "deletionVectors")()("delta.enableDeletionVectors" -> "true")

  test(
    "a commit that locks a required client out is refused: client, access, feature, cause, advice"
  ) {
    val parameters = required(commit(plain, vectors)).map(_.parameters)
    assert(parameters.length == 1)
    assert(parameters.head("lockedOut") ==
      "- basic 1.0 (scan): reading would be BLOCKED (it does not accept minReaderVersion 3)")
    assert(parameters.head("feature") == "deletionVectors")
    assert(parameters.head("cause").contains("delta.enableDeletionVectors = true"))
    assert(parameters.head("advice").contains("delta.enableDeletionVectors"))
  }

  private val none = new Policies(Nil, Nil, registry)

  test("a commit that breaks the policy that it sets is refused") {
    val sets = policies("basic read")
    val found = new RequiredClientsRule(none, sets).check(commit(plain, vectors))
    assert(found.map(_.parameters("feature")) == Seq("deletionVectors"))
    assert(new RequiredClientsRule(none, sets).check(commit(vectors, vectors)).isEmpty)
    val lists = new Policies(Nil, Seq("appendOnly"), registry)
    val added = new AllowedFeaturesRule(none, lists).check(commit(plain, vectors))
    assert(added.map(_.parameters("feature")) == Seq("deletionVectors"))
    assert(new AllowedFeaturesRule(none, lists).check(commit(vectors, vectors)).isEmpty)
  }

  test("allowedFeatures ignores an invalid list that a commit sets") {
    val nonsense = new Policies(Nil, Seq("nonsense"), registry)
    assert(new AllowedFeaturesRule(none, nonsense).check(commit(plain, vectors)).isEmpty)
    assert(new AllowedFeaturesRule(nonsense, nonsense).check(commit(plain, vectors)).size == 1)
  }

  test("a policy still holds for the commit that removes it") {
    val (required, lists) = (policies("basic read"), new Policies(Nil, Seq("appendOnly"), registry))
    assert(new RequiredClientsRule(required, none).check(commit(plain, vectors)).size == 1)
    assert(new AllowedFeaturesRule(lists, none).check(commit(plain, vectors)).size == 1)
  }

  test("a planned commit is not judged by a policy that it may not set in the end") {
    val planned = commit(plain, vectors).copy(change = PropertyTreatment.Altering)
    assert(new RequiredClientsRule(none, policies("basic read")).checkPlanned(planned).isEmpty)
    val lists = new Policies(Nil, Seq("appendOnly"), registry)
    assert(new AllowedFeaturesRule(none, lists).checkPlanned(planned).isEmpty)
  }

  test("a refusal names where the policy is set") {
    def named(keys: String*): Seq[String] = {
      val setIn = Policies.keys.map(_ -> keys).toMap
      val of = new Policies(Seq("basic read"), Seq("appendOnly"), registry, setIn = setIn)
      Seq(new RequiredClientsRule(of, of), new AllowedFeaturesRule(of, of))
        .flatMap(_.check(commit(plain, vectors))).map(_.parameters("policy"))
    }
    val setting = "spark.deltaward.requiredClients"
    assert(named() == Policies.keys)
    assert(named(setting, setting).forall(_ == setting))
    assert(named("deltaward.requiredClients", setting)
      .forall(_ == s"deltaward.requiredClients and $setting"))
  }

  test("a new table is judged too, and a session default is told as the cause") {
    val conf = "spark.databricks.delta.properties.defaults.enableDeletionVectors"
    val creation = commit(plain, vectors).copy(before = None, defaults = Map(conf -> "true"))
    assert(required(creation).head.parameters("cause").contains(conf))
  }

  test("a table that already locks the client out may be changed, and repaired") {
    assert(required(commit(vectors, vectors.copy(properties = Map("x" -> "y")))).isEmpty)
    assert(required(commit(vectors, plain)).isEmpty)
  }

  private def partitionedBy(dataType: String, table: TableDescriptor): TableDescriptor = table.copy(
    schemaJson =
      s"""{"type":"struct","fields":[{"name":"key","type":"$dataType","nullable":true,"metadata":{}}]}""",
    partitionColumns = Seq("key")
  )

  test("a client that an error keeps out is not let in to go wrong without one") {
    val opening = commit(partitionedBy("binary", vectors), partitionedBy("binary", plain))
    assert(required(opening, "partly read").map(_.parameters("lockedOut")) == Seq(
      "- partly 1.0 (scan): reading would be SILENTLY_WRONG instead of an error (partition:binary: no rows)"
    ))
    assert(required(opening).isEmpty)
    assert(cause(opening, "partly read") ==
      Seq("what they cannot use", "the removal of deletionVectors", "Keep deletionVectors."))
  }

  private def cause(commit: Commit, policy: String): Seq[String] =
    Seq("feature", "cause", "advice").map(required(commit, policy).head.parameters)

  test("no feature or version is named unless it is the cause") {
    val itself = Seq("what they cannot use", "the statement itself", "")
    def creation(dataType: String): Commit =
      commit(plain, partitionedBy(dataType, plain)).copy(before = None, protocolWritten = true)
    assert(cause(creation("binary"), "partly read") == itself)
    // Features that every new table supports block its writes, but the policy requires only reads.
    assert(cause(creation("decimal(38,2)"), "chdb read") == itself)
    val mapped = side(2, 7)("columnMapping")("delta.columnMapping.mode" -> "name")
    val more = commit(mapped, partitionedBy("binary", mapped)).copy(metadataWritten = true)
    assert(cause(more, "mapped read") == itself)
    assert(cause(commit(plain, side(3, 7)("appendOnly", "invariants")()), "basic read") ==
      Seq("higher protocol versions", "the statement itself", ""))
  }

  test("an access path that harms others with every table has no say") {
    val timed =
      side(1, 7)("inCommitTimestamp")("delta.enableInCommitTimestamps" -> "true")
    assert(required(commit(timed, plain), "deltalake write").isEmpty)
    val future = side(3, 7, "of the future")()()
    assert(required(commit(plain, future), "deltalake write").nonEmpty)
  }

  test("a commit that does not change the required access goes through") {
    assert(required(commit(plain, side(1, 7)("rowTracking", "domainMetadata")())).isEmpty)
    assert(required(commit(
      plain,
      vectors
    ).copy(protocolWritten = false, metadataWritten = false)).isEmpty)
  }

  test("a policy that cannot be understood is refused, and can be corrected") {
    val (bad, good) = (policies("basci read"), policies("basic read"))
    def conditions(current: Policies, proposed: Policies, change: Commit): Seq[String] =
      new RequiredClientsRule(current, proposed).check(change).map(_.condition)
    val change = commit(plain, plain.copy(properties = Map("x" -> "y")))
    assert(conditions(good, bad, change) == Seq("INVALID_POLICY"))
    assert(conditions(bad, bad, change) == Seq("INVALID_POLICY"))
    assert(conditions(bad, good, change).isEmpty)
  }

  private def lockedOut(policy: String, after: TableDescriptor): Seq[String] = {
    val policies = new Policies(Seq(policy), Nil, ClientRegistry.builtIn)
    new RequiredClientsRule(policies, policies).check(commit(plain, after)) match {
      case Seq(finding) if finding.condition == "REQUIRED_CLIENT_LOCKED_OUT" =>
        finding.parameters("lockedOut").linesIterator.toSeq
      case other => fail(s"not one lockout, but $other")
    }
  }

  test("a client that is locked out has one line, with its versions and access paths together") {
    val lines = lockedOut("deltalake>=0.15.3 read", vectors)
    val line = lines.head
    assert(lines.size == 1 && line.startsWith("- deltalake 0.15.3"))
    assert(line.contains("rust, ") && line.contains("to_pyarrow"))
    assert(lockedOut("deltalake=0.20.2 write", vectors) ==
      Seq("- deltalake 0.20.2 (rust, merge, delete, to_pyarrow): " +
        "writing would be BLOCKED (it does not support deletionVectors)"))
    assert(lockedOut("delta-spark=2.4.0 read+write", side(1, 7)("rowTracking")()) ==
      Seq(
        "- delta-spark 2.4.0 (spark): writing would be BLOCKED (it does not support rowTracking)"
      ))
  }

  test("of many clients the first are shown, the others named") {
    val registry = ClientRegistry.builtIn
    val readers = registry.clients.map(client => s"${client.id} read")
      .filter(entry => new Policies(Seq(entry), Nil, registry).required.isRight)
    val lines = lockedOut(readers.mkString(", "), side(3, 7, "of the future")()())
    assert(lines.size == 7)
    assert(lines.last.matches("- \\d+ more clients: [a-z-]+, .*"))
    assert(lines.forall(_.length <= 2 * 120))
  }

  test("only listed features may come in; those that are there, or in every table, may stay") {
    val found = allowed("rowTracking")(commit(plain, vectors))
    assert(found.map(_.parameters("feature")) == Seq("deletionVectors"))
    assert(allowed("deletionVectors")(commit(plain, vectors)).isEmpty)
    assert(allowed("rowTracking")(commit(vectors, vectors.copy(properties = Map.empty))).isEmpty)
  }
}
