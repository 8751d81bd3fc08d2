package io.deltaward.rules

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ClientRegistry
import io.deltaward.policy._

class PoliciesFileFormatSuite extends AnyFunSuite {

  private val mapper = new ObjectMapper()

  private val format = new PoliciesFileFormat(
    "file:///",
    location => Some(location).filter(_.contains("/link/")).map(_.replace("/link/", "/target/")),
    path => LineAndColumn(path.length, 1)
  )

  private def read(json: String): Either[PoliciesFileProblem, PoliciesFile] =
    format.read(mapper.readTree(json.replace('\'', '"')), "/p.json")

  private def entry(json: String): Either[PoliciesFileProblem, PoliciesFile] =
    read(s"{'policies': [$json]}")

  private def problems(json: String): Seq[String] =
    entry(json).fold(_.problems, _ => fail(s"$json is taken"))

  test("an entry has a pattern, policies and modes, under the names of the table properties") {
    val found = entry(
      """{'catalog': 'c', 'schema': 's', 'table': 't*', 'requiredClients': 'trino read',
        |'allowedFeatures': ['appendOnly', 'invariants'], 'modes': {'lowestProtocol': 'Warn'}}""".stripMargin
    ).toOption.get.policiesAt(TablePlace(Seq(FullName("C", "S", "T1")), Nil))
    assert(found.map { case (key, text) => key -> text.value } == Map(
      "deltaward.requiredClients" -> "trino read",
      "deltaward.allowedFeatures" -> "appendOnly, invariants",
      "deltaward.rule.lowestProtocol.mode" -> "Warn"
    ))
  }

  test("an empty list of features allows none, as a text or as a list") {
    Seq("''", "[]").foreach { none =>
      assert(entry(s"{'table': 't', 'allowedFeatures': $none}").isRight)
    }
  }

  test("an unknown client is told beside the mistakes of form, and one of wrong form once") {
    val registry = ClientRegistry.builtIn
    val found = read(
      """{'policies': [{'table': 't', 'requiredClients': 'trno read'}, {'tabel': 'u', 'requiredClients': 'x'},
        |{'table': 'v', 'requiredClients': 'trino reed'}]}""".stripMargin
    ).fold(identity, _ => fail("it is taken"))
    val all = found.withClients(registry).problems
    assert(all.count(_.contains("there is no client trno; did you mean trino?")) == 1)
    assert(all.count(_.contains("tabel")) == 1)
    assert(all.count(_.contains("'trino reed' is not of the form")) == 1)
    assert(all.size == found.problems.size + 1)
  }

  test("a file without entries is one") {
    assert(read("{'policies': []}").map(_.entries) == Right(Nil))
  }

  test("patterns with * have up to 20,000 characters together") {
    def file(patterns: Seq[String]) = read(patterns.mkString("{'policies': [", ",", "]}"))
    val longest = s"{'table': '*${"a" * 19999}', 'allowedFeatures': ''}"
    assert(file(Seq(longest)).isRight)
    assert(file(Seq(longest, "{'table': 't', 'allowedFeatures': ''}")).isRight)
    val one = "{'table': 'b*', 'allowedFeatures': ''}"
    assert(file(Seq(longest, one)).left.map(_.problems) ==
      Left(
        Seq("line 10, column 1: $.policies: has 20002 characters in patterns with * (limit 20000)")
      ))
  }

  private def at(path: String, location: String): Boolean =
    entry(s"{'path': '$path', 'allowedFeatures': ''}").toOption.get
      .policiesAt(TablePlace(Nil, Seq(location))).nonEmpty

  test("a path is of one table, or of all below it, however it is written") {
    assert(at("/lake/t/", "file:///lake/t/") && !at("/lake/t", "file:///lake/t/u/"))
    assert(at("file:/lake/x/../**", "file:///lake/t/u/") && at("/lake/**", "file:///lake/"))
    assert(at("s3://lake/*/orders", "s3a://lake/sales/orders/"))
    assert(at("/link/t", "file:///target/t/") && at("/link/t", "file:///link/t/"))
  }

  Seq(
    "{'table': 't', 'allowedFeature': ''}" -> "allowedFeature: is not one of catalog, schema",
    "{'table': 't'}" -> "sets nothing",
    "{'allowedFeatures': ''}" -> "names no tables",
    "{'table': 't', 'path': '/a', 'allowedFeatures': ''}" -> "has both a path and a name",
    "{'table': '', 'allowedFeatures': ''}" -> "table: must be a text",
    "{'table': null, 'allowedFeatures': ''}" -> "table: must be a text",
    "{'table': 'a|b', 'allowedFeatures': ''}" -> "must be one name or pattern",
    "{'table': ' a', 'allowedFeatures': ''}" -> "must be one name or pattern",
    "{'table': 's.t', 'allowedFeatures': ''}" -> "table: must be the last part of a name",
    "{'path': 'a/b', 'allowedFeatures': ''}" -> "must be absolute",
    "{'path': '/a/**/b', 'allowedFeatures': ''}" -> "can have ** at its end only",
    "{'path': '/a**', 'allowedFeatures': ''}" -> "can have ** at its end only",
    "{'table': 't', 'allowedFeatures': 7}" -> "must be a text, or a list of texts",
    "{'table': 't', 'allowedFeatures': [7]}" -> "allowedFeatures[0]: must be a text",
    "{'table': 't', 'allowedFeatures': 'deletionVector'}" -> "did you mean deletionVectors?",
    "{'table': 't', 'requiredClients': ''}" -> "it names no client",
    "{'table': 't', 'requiredClients': 'trino sometimes'}" -> "is not of the form",
    "{'table': 't', 'modes': {'lowestProtocl': 'off'}}" ->
      "lowestProtocl: is not one of validProtocol",
    "{'table': 't', 'modes': {'lowestProtocol': 'wran'}}" -> "did you mean warn?",
    "{'table': 't', 'modes': {'lowestProtocol': false}}" -> "must be a text",
    "{'table': 't', 'modes': {}}" -> "must name a rule",
    "{'table': 't', 'modes': null}" -> "modes: must be an object",
    "{'table': 't', 'modes': 'off'}" -> "modes: must be an object",
    "'t'" -> "must be an object"
  ).foreach { case (json, problem) =>
    test(s"refused: $json") {
      assert(problems(json).exists(_.contains(problem)), problems(json))
    }
  }

  test("what is not a list of entries is refused") {
    Seq("[]", "{}", "7", "{'policies': {}}", "{'policies': null}", "{'policy': []}").foreach { json =>
      assert(read(json).isLeft, json)
    }
  }

  test("all problems are told at once, each with its place") {
    val found = problems("{'table': 7, 'allowedFeatures': 'x', 'modes': {'x': 'off'}}")
    assert(found.size == 3 && found.forall(_.matches("line \\d+, column 1: \\$.*")))
  }

  test(
    "two entries that are as specific as each other are refused where one table can match both"
  ) {
    val twice =
      "{'schema': 's', 'allowedFeatures': ''}, {'schema': 'S', 'modes': {'validPolicy': 'off'}}"
    assert(problems(twice).exists(_.contains("as closely as")))
    assert(entry(
      "{'schema': 's', 'allowedFeatures': ''}, {'schema': 't', 'allowedFeatures': ''}"
    ).isRight)
  }

  private val schema: JsonNode =
    mapper.readTree(getClass.getResourceAsStream("/io/deltaward/policy/policies.schema.json"))

  test("the schema has the keys and the rules of the code") {
    val properties = schema.at("/$defs/entry/properties")
    assert(properties.fieldNames.asScala.toSet == Set("catalog", "schema", "table", "path") ++
      Set("requiredClients", "allowedFeatures", "modes"))
    assert(properties.at("/modes/properties").fieldNames.asScala.toSet == CommitRule.names.toSet)
  }
}
