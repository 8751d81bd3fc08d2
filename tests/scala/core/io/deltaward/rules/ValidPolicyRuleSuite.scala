package io.deltaward.rules

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ClientRegistry
import io.deltaward.features.TableDescriptor
import io.deltaward.policy.Policies
import io.deltaward.rules.Commits._
import io.deltaward.text.Stray

class ValidPolicyRuleSuite extends AnyFunSuite {

  private val rule = new ValidPolicyRule(Policies.none)

  private def having(properties: (String, String)*): TableDescriptor =
    plain.copy(properties = properties.toMap)

  private def created(properties: (String, String)*): Seq[Finding] =
    rule.check(commit(plain, having(properties: _*)).copy(before = None, metadataWritten = true))

  test("a property that does not exist is refused, with the one that was meant") {
    val found = created("deltaward.requiredClient" -> "trino read")
    assert(found.map(_.condition) == Seq("UNKNOWN_PROPERTY"))
    assert(found.head.parameters("hint") == "Did you mean deltaward.requiredClients?")
  }

  test(
    "a property that is given the prefix of Spark's settings or Delta's properties is one that does not exist"
  ) {
    Seq("spark.", "delta.").foreach { prefix =>
      val found = created(s"${prefix}deltaward.requiredClients" -> "trino read")
      assert(found.head.parameters("hint") == "Did you mean deltaward.requiredClients?", prefix)
    }
  }

  test(
    "an unknown mode, an unknown feature and a client that cannot be judged are refused"
  ) {
    Seq(
      "deltaward.rule.requiredClients.mode" -> "wran",
      "deltaward.rule.validPolicy.mode" -> "",
      "deltaward.allowedFeatures" -> "deletionVector",
      "deltaward.requiredClients" -> "synapse write",
      "deltaward.requiredClients" -> ""
    ).foreach { case (key, value) =>
      val found = created(key -> value)
      assert(found.map(_.condition) == Seq("INVALID_POLICY"), key)
      assert(found.head.parameters("key") == key && found.head.parameters("value") == value)
    }
  }

  test("all that is wrong is told at once") {
    assert(created(
      "deltaward.x" -> "1",
      "Deltaward.y" -> "2",
      "deltaward.allowedFeatures" -> "z"
    ).length == 3)
  }

  test("a valid policy goes through, an empty list of features among them") {
    val found = created(
      "deltaward.requiredClients" -> "deltalake[rust] read",
      "deltaward.allowedFeatures" -> "",
      "deltaward.rule.requiredClients.mode" -> "WARN",
      "delta.appendOnly" -> "true",
      "option.deltaward.x" -> "a copy that Spark makes of an option"
    )
    assert(found.isEmpty)
  }

  private val bad = having("deltaward.x" -> "1", "deltaward.rule.validPolicy.mode" -> "on")

  test(
    "an existing problem stops every change but one that corrects some problems and adds none"
  ) {
    def found(after: TableDescriptor): Int = rule.check(commit(bad, after)).length
    assert(found(bad.copy(properties = bad.properties + ("comment" -> "c"))) == 2)
    assert(found(having("deltaward.x" -> "1")) == 0)
    assert(found(plain) == 0)
    assert(found(having("deltaward.y" -> "1")) == 1)
  }

  test("rows may go in whatever is wrong with the table, and not while a setting is astray") {
    val rows = commit(bad, bad)
    assert(rule.check(rows).isEmpty)
    val stray = Stray("spark.deltaward.requiredClient", Some("spark.deltaward.requiredClients"))
    val policies = new Policies(Nil, Nil, ClientRegistry.builtIn, Seq(stray))
    val found = new ValidPolicyRule(policies).check(rows)
    assert(found.map(_.condition) == Seq("UNKNOWN_SETTING"))
    assert(found.head.parameters("hint").contains("spark.deltaward.requiredClients"))
  }

  test("how far an identity column has come is a matter of rows, wherever the schema says so") {
    def schema(metadata: String): TableDescriptor =
      bad.copy(schemaJson = s"""{"fields":[{"name":"id","metadata":{$metadata}}]}""")
    val mark = "\"delta.identity.highWaterMark\":-7"
    val start = "\"delta.identity.start\":1"
    Seq(start -> s"$mark,$start", start -> s"$start,$mark", "" -> mark).foreach {
      case (before, after) =>
        val rows = commit(schema(before), schema(after)).copy(metadataWritten = true)
        assert(rule.check(rows).isEmpty, after)
    }
    val other = commit(schema(start), schema("")).copy(metadataWritten = true)
    assert(rule.check(other).nonEmpty)
  }

  test("it looks before data is written, too, where it is known what will govern the table") {
    val planned = commit(plain, bad)
    assert(rule.checkPlanned(planned.copy(before = None)).length == 2)
    assert(rule.checkPlanned(planned.copy(change =
      PropertyTreatment.Replacing(Set.empty)
    )).length == 2)
    assert(rule.checkPlanned(planned).isEmpty, "what a RESTORE would not bring back")
  }
}
