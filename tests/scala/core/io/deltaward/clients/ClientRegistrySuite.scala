package io.deltaward.clients

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.EitherValues
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Protocol

class ClientRegistrySuite extends AnyFunSuite with EitherValues {

  private val builtIn = ClientRegistry.builtIn

  private def json(text: String): JsonNode = new ObjectMapper().readTree(text.replace('\'', '"'))

  private def release(
      version: String,
      path: String = "only",
      features: String = "'columnMapping'"
  ): String =
    s"""{'version': '$version', 'accessPath': '$path', 'evidence': 'observed',
       | 'verifiedAt': '2026-11-20', 'sources': ['run in our house'],
       | 'read': {'versions': [1, 2, 3], 'features': [$features], 'otherFeatures': 'refused'},
       | 'write': {'noEvidence': 'not tried'}}""".stripMargin

  private def client(id: String, releases: String*): String =
    s"""{'id': '$id', 'name': 'A client', 'unknownFeatureBehaviour': {'read': 'fails', 'write': 'fails'},
       | 'releases': [${releases.mkString(",")}]}""".stripMargin

  private def problems(text: String): Seq[String] =
    builtIn.overlay(json(text), "mine.yaml").left.value.map(_.toString)

  test("a name nobody has is answered with the nearest one") {
    assert(builtIn.find("trinno") === None)
    assert(builtIn.suggest("trinno") === Some("trino"))
    assert(builtIn.suggest("Pollars") === Some("polars"))
    assert(builtIn.suggest("delta-rust") === Some("delta-rs"))
    assert(builtIn.suggest("xyzzyplugh") === None)
  }

  test("a product's name, or the start of one, is answered with the client it is nearest to") {
    assert(builtIn.suggest("duck") === Some("duckdb"))
    assert(builtIn.suggest("powerbi") === Some("powerbi-delta-function"))
    assert(builtIn.suggest("Power BI") === Some("powerbi-delta-function"))
    assert(builtIn.suggest("Databricks SQL") === Some("databricks"))
    assert(builtIn.suggest("Azure Synapse") === Some("synapse-serverless-sql"))
    assert(builtIn.suggest("AWS Athena") === Some("athena"))
    assert(builtIn.suggest("pyspark") === Some("spark"))
    Seq("tableau", "pandas", "excel").foreach(name => assert(builtIn.suggest(name) === None, name))
  }

  test("an overlay adds a client of one's own") {
    val registry = builtIn.overlay(json(client("our-reader", release("1.0"))), "mine.yaml").value
    assert(registry.clients.size === builtIn.clients.size + 1)
    val own = registry.find("our-reader").get.newest.head
    val judged = Verdicts.judge(Protocol(2, 5), FeatureStates.unknown, own)
    assert(judged.readVerdict === Verdict.Ok)
    assert(judged.writeVerdict === Verdict.Unknown)
    assert(judged.evidence === Some(Evidence.Observed))
  }

  test("an overlay replaces the release with its version and path, and keeps the others") {
    val own = client("polars", release("1.40", "scan_delta"), release("1.41", "scan_delta"))
    val polars = builtIn.overlay(json(s"[$own]"), "mine.yaml").value.find("polars").get
    val before = builtIn.find("polars").get
    assert(polars.releases.map(_.version) ===
      before.releases.map(_.version).map(v => if (v == "1.40.0") "1.40" else v).flatMap {
        case "1.40" => Seq("1.40", "1.41")
        case other => Seq(other)
      })
    assert(polars.releasesAt("1.40.0").head.sources === Seq("run in our house"))
    assert(polars.releasesAt("1.39.3") === before.releasesAt("1.39.3"))
  }

  test("two clients cannot answer to one name") {
    assert(
      problems(client("our-reader").replace("'releases'", "'aliases': ['TRINO'], 'releases'")) ===
        Seq("mine.yaml: $: trino names several clients: trino, our-reader")
    )
  }

  test("each problem names file, path and what is wrong, and all are reported at once") {
    val broken = client(
      "our-reader",
      release("1.0", features = "'deletionVektors'").replace("observed", "hearsay"),
      release("1.0").replace("2026-11-20", "20/11/2026").replace("'refused'", "'whatever'")
    ).replace("'name': 'A client'", "'name': 7, 'colour': 'red'")
    assert(
      problems(s"[$broken]").toSet === Set(
        "mine.yaml: $[0].colour: is not one of id, name, aliases, unknownFeatureBehaviour, evaluatesSparkSql, featuresOutsideProtocol, releases",
        "mine.yaml: $[0].name: must be a text",
        "mine.yaml: $[0].releases[0].evidence: must be one of observed, source, documentation",
        "mine.yaml: $[0].releases[0].read: deletionVektors is not a table feature, and featuresOutsideProtocol does not name it; did you mean deletionVectors?",
        "mine.yaml: $[0].releases[1].verifiedAt: must be a date like 2026-11-01",
        "mine.yaml: $[0].releases[1].read.otherFeatures: must be one of refused, ignored, unknown",
        "mine.yaml: $[0].releases[1].version: 1.0 overlaps 1.0 of the access path only"
      )
    )
  }

  private def reading(more: String): String =
    client("our-reader", release("1.0").replace("'otherFeatures'", s"$more, 'otherFeatures'"))

  private def condition(more: String): String =
    s"{'condition': 'c', 'failsWhen': 'used', 'verdict': 'BLOCKED'$more}"

  test("what a client file would say without effect is one problem of it") {
    def problem(more: String): String = problems(reading(more)) match {
      case Seq(one) => one.stripPrefix("mine.yaml: $.releases[0].read.")
      case other => fail(s"$more: $other")
    }
    for (name <- Seq("conditions", "failures"); value <- Seq("[]", "'text'", "7", "null"))
      assert(problem(s"'$name': $value") === s"$name: must be an object")
    assert(problem("'conditions': {'deletionVectors': []}") ===
      "conditions.deletionVectors: must not be empty")
    assert(problem(s"'conditions': {'columnMapping': ${condition(", 'way': 'byID'")}}") ===
      "conditions.columnMapping.way: must be one of byId, byKeptName, byNewName")
    assert(
      problem(s"'conditions': {'deletionVectors': [${condition(", 'way': 'byId'")}]}") ===
        "conditions.deletionVectors[0].way: must be left out: deletionVectors has only one way of use"
    )
    for (state <- Seq("listed", "enabled", "undecidable")) {
      val mapped = condition(", 'way': 'byId'").replace("'used'", s"'$state'")
      assert(problem(s"'conditions': {'columnMapping': $mapped}") ===
        s"conditions.columnMapping.way: must be left out: it says how a feature is used, not $state")
    }
  }

  test("a condition may name a way that its feature has") {
    val ways = Seq("columnMapping" -> "byId", "checkConstraints" -> "otherSql")
    ways.foreach { case (feature, way) =>
      val file = reading(s"'conditions': {'$feature': ${condition(s", 'way': '$way'")}}")
      assert(builtIn.overlay(json(file), "mine.yaml").isRight, feature)
    }
  }

  test("a date has a year of four digits") {
    Seq("+999999999-12-31", "-0001-01-01", "0000-01-01").foreach { day =>
      assert(problems(client("our-reader", release("1.0").replace("2026-11-20", day))) ===
        Seq("mine.yaml: $.releases[0].verifiedAt: must be a date like 2026-11-01"))
    }
  }

  test("a name outside the protocol is accepted once declared") {
    val declared = client("our-reader", release("1.0", features = "'houseFeature'"))
      .replace("'releases'", "'featuresOutsideProtocol': ['houseFeature'], 'releases'")
    assert(builtIn.overlay(json(declared), "mine.yaml").isRight)
  }

  test(
    "versions out of order, overlapping or reversed, missing parts and wrong types are problems"
  ) {
    assert(
      problems(client("our-reader", release("2.0"), release("1.0"))) ===
        Seq("mine.yaml: $.releases[1].version: 1.0 must come before 2.0 of the access path only")
    )
    assert(
      problems(client("our-reader", release("2.0 - 1.0"))) ===
        Seq("mine.yaml: $.releases[0].version: the range 2.0 - 1.0 ends before it starts")
    )
    assert(
      problems(client("our-reader", release("1.0 - 2.0"), release("1.5 - 3.0"))) ===
        Seq(
          "mine.yaml: $.releases[1].version: 1.5 - 3.0 overlaps 1.0 - 2.0 of the access path only"
        )
    )
    assert(
      builtIn.overlay(
        json(client("our-reader", release("1.0 - 2.0"), release("1.5 - 3.0", "another"))),
        "mine.yaml"
      ).isRight
    )
    assert(problems("{'id': 'x'}").contains("mine.yaml: $.releases: must be a list"))
    assert(problems("{'id': 'In House'}").contains(
      "mine.yaml: $.id: must be of lower-case letters, digits and hyphens, not In House"
    ))
    assert(problems("'text'").contains("mine.yaml: $: must be an object"))
    assert(
      problems(client("our-reader", release("1.0").replace("[1, 2, 3]", "[1, 'two']"))) ===
        Seq("mine.yaml: $.releases[0].read.versions[1]: must be an integer")
    )
  }

  test("a release of which nothing is known names no evidence") {
    val nothing =
      release("1.0").replaceAll("'read': .*refused'}", "'read': {'noEvidence': 'not tried'}")
    assert(
      problems(client("our-reader", nothing)) ===
        Seq("mine.yaml: $.releases[0].evidence: must be left out where nothing is known")
    )
    val bare = nothing.replace("'evidence': 'observed',", "")
    assert(builtIn.overlay(json(client("our-reader", bare)), "mine.yaml").isRight)
  }

  test("an overlay that is empty, or no client at all, is refused") {
    assert(problems("null").nonEmpty)
    assert(builtIn.overlay(json("[]"), "mine.yaml").value.clients === builtIn.clients)
  }
}
