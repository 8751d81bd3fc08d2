package io.deltaward.text

import org.scalatest.funsuite.AnyFunSuite

class NamespaceSuite extends AnyFunSuite {

  private val properties = new Namespace(
    "",
    Set("requiredClients", "allowedFeatures", "rule.allowedFeatures.mode"),
    Seq("spark.")
  )
  private val settings = new Namespace(
    "spark.",
    Set("requiredClients", "allowedFeatures"),
    Seq("spark.databricks.delta.properties.defaults.")
  )

  private val slips = Seq(
    "deltaward.requiredClient" -> "deltaward.requiredClients",
    "deltaward.allowedfeatures" -> "deltaward.allowedFeatures",
    "DELTAWARD.allowedFeatures" -> "deltaward.allowedFeatures",
    "deltaward.rule.allowedFeature.mode" -> "deltaward.rule.allowedFeatures.mode",
    "Deltaward.Rule.AllowedFeatures.Mode" -> "deltaward.rule.allowedFeatures.mode",
    " deltaward.allowedFeatures\t" -> "deltaward.allowedFeatures",
    "deltaward. allowedFeatures" -> "deltaward.allowedFeatures",
    "'deltaward.allowedFeatures'" -> "deltaward.allowedFeatures",
    "deltawrad.allowedFeatures" -> "deltaward.allowedFeatures",
    "deltaward_allowedFeatures" -> "deltaward.allowedFeatures",
    "spark.deltaward.allowedFeatures" -> "deltaward.allowedFeatures",
    "dletaward.allowedFeautres" -> "deltaward.allowedFeatures",
    "eltaward.alowedFeatures" -> "deltaward.allowedFeatures",
    // A Cyrillic letter, one of full width, and one that has no width at all.
    "d\u0435ltaward.allowedFeatures" -> "deltaward.allowedFeatures",
    "\uff44eltaward.allowedFeatures" -> "deltaward.allowedFeatures",
    "delta\u200bward.allowedFeatures" -> "deltaward.allowedFeatures"
  )

  slips.foreach { case (written, meant) =>
    test(s"a slip is told from the name that was meant: $written") {
      assert(properties.stray(written).contains(Stray(written, Some(meant))))
    }
  }

  test("whatever else is written under the prefix is a stray") {
    Seq("deltaward.policy", "DELTAWARD.owner", "deltaward.", "deltaward", "deltaward..allowed")
      .foreach(name => assert(properties.stray(name).contains(Stray(name, None)), name))
  }

  test("valid names and names outside the prefix are not strays") {
    assert(properties.stray("deltaward.allowedFeatures").isEmpty)
    Seq(
      "delta.appendOnly",
      "deltawards.owner",
      "owner",
      "requiredClients",
      "option.deltaward.allowedFeatures",
      "delta.ward.requiredClients.of.somebody",
      ""
    ).foreach(name => assert(properties.stray(name).isEmpty, name))
  }

  test(
    "a setting is meant where spark is forgotten, and where it is given as a default of Delta's"
  ) {
    val meant = Some("spark.deltaward.allowedFeatures")
    Seq(
      "spark.deltaward.allowedFeature",
      "deltaward.allowedFeatures",
      "Spark.Deltaward.AllowedFeatures",
      "spark.databricks.delta.properties.defaults.deltaward.allowedFeatures"
    ).foreach(name => assert(settings.stray(name).contains(Stray(name, meant)), name))
    assert(settings.stray("spark.deltaward.allowedFeatures").isEmpty)
    assert(settings.stray("spark.databricks.delta.properties.defaults.appendOnly").isEmpty)
  }

  test("a stray says what was meant, where that is known") {
    assert(Stray("a", Some("b")).text == "a does not exist. Did you mean b?")
    assert(Stray("a", None).text == "a does not exist.")
  }
}
