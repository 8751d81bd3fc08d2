package io.deltaward.commands

import org.apache.spark.SparkEnv
import org.apache.spark.sql.Row

import io.deltaward.guard.PolicyTest
import io.deltaward.rules.CommitRule

class ShowProtocolPolicySuite extends PolicyTest {

  private def shown(clause: String = ""): Map[String, Map[String, Any]] =
    rows(spark.sql(s"SHOW PROTOCOL POLICY $clause")).map(row => row("rule").toString -> row).toMap

  private def source(row: Map[String, Any]): (Any, Any, Any) =
    (row("mode"), row("modeSource"), row("modeKey"))

  private def texts(row: Map[String, Any]): Seq[(String, String, String)] =
    row("setIn").asInstanceOf[collection.Seq[Row]].toSeq.map { entry =>
      (entry.getString(0), entry.getString(1), entry.getString(2))
    }

  test("without a table it tells the modes and policies of the session, one row a rule") {
    val all = rows(spark.sql("SHOW PROTOCOL POLICY"))
    assert(all.map(_("rule")) == CommitRule.names)
    all.foreach { row =>
      assert(source(row) == ("enforce", "default", null))
      assert(row("tableName") == null && row("location") == null && row("policy") == null)
      assert(row("locked") == false && row("problems") == Nil && row("setIn") == Nil)
    }
  }

  test(
    "for a table, it shows the table's values, the session's values, and which of them wins"
  ) {
    val table = plainTable(
      "'deltaward.requiredClients' = 'trino>=454 read, deltalake[rust] read', " +
        "'deltaward.rule.checkpointProtection.mode' = 'warn'"
    )
    withConf(
      "spark.deltaward.requiredClients" -> "polars read",
      "spark.deltaward.allowedFeatures" -> "rowTracking, deletionVectors",
      "spark.deltaward.rule.checkpointProtection.mode" -> "off",
      "spark.deltaward.rule.allowedFeatures.mode" -> "warn"
    ) {
      Seq("FOR", "IN", "").foreach { word =>
        val rules = shown(s"$word ${named(table)}")
        assert(rules.values.forall(_("location") == s"file:${table.toUri.getPath}"), rules)
        assert(source(rules("checkpointProtection")) ==
          ("warn", "table", "deltaward.rule.checkpointProtection.mode"))
        assert(source(rules("allowedFeatures")) ==
          ("warn", "session", "spark.deltaward.rule.allowedFeatures.mode"))
        assert(source(rules("requiredClients")) == ("enforce", "default", null))
        assert(rules("requiredClients")("policy") == Seq("deltalake[rust] read", "trino>=454 read"))
        assert(texts(rules("requiredClients")) == Seq(
          ("table", "deltaward.requiredClients", "trino>=454 read, deltalake[rust] read")
        ))
        assert(rules("allowedFeatures")("policy") == Seq("deletionVectors", "rowTracking"))
        assert(texts(rules("allowedFeatures")).map(_._1) == Seq("session"))
      }
    }
  }

  test("a list that allows nothing is a policy, and none is not") {
    withConf("spark.deltaward.allowedFeatures" -> "")(
      assert(shown()("allowedFeatures")("policy") == Nil)
    )
    assert(shown()("allowedFeatures")("policy") == null)
  }

  test("where the lock keeps the cluster's in force it says so") {
    val table = plainTable(
      "'deltaward.rule.requiredClients.mode' = 'off', 'deltaward.allowedFeatures' = 'rowTracking'"
    )
    val cluster = SparkEnv.get.conf
    val settings = Seq(
      "spark.deltaward.locked" -> "true",
      "spark.deltaward.requiredClients" -> "polars read",
      "spark.deltaward.allowedFeatures" -> "deletionVectors, rowTracking"
    )
    settings.foreach { case (key, value) => cluster.set(key, value) }
    try {
      val rules = shown(s"FOR ${named(table)}")
      assert(rules.values.forall(_("locked") == true))
      assert(source(rules("requiredClients")) ==
        ("enforce", "lock", "spark.deltaward.rule.requiredClients.mode"))
      assert(texts(rules("requiredClients")).map(_._1) == Seq("cluster"))
      assert(rules("allowedFeatures")("policy") == Seq("rowTracking"))
      assert(texts(rules("allowedFeatures")).map(_._1) == Seq("table", "lock"))
    } finally settings.foreach { case (key, _) => cluster.remove(key) }
  }

  test("it says what is wrong with settings and properties") {
    val table = withConf("spark.deltaward.enabled" -> "false")(plainTable(
      "'deltaward.requiredClients' = 'trno read', 'deltaward.allowedFeature' = 'x', " +
        "'deltaward.rule.allowedFeatures.mode' = 'wran'"
    ))
    withConf("spark.deltaward.requiredClient" -> "x") {
      val rules = shown(s"FOR ${named(table)}")
      val wrong = rules("validPolicy")("problems").asInstanceOf[collection.Seq[String]]
      assert(wrong.length == 4)
      assert(wrong.head.contains("Did you mean spark.deltaward.requiredClients?"))
      assert(rules("requiredClients")("problems").toString.contains("did you mean trino?"))
      assert(rules("requiredClients")("policy") == Nil)
      assert(source(rules("allowedFeatures")) ==
        ("enforce", "table", "deltaward.rule.allowedFeatures.mode"))
    }
  }

  test("where no rule runs every mode is off, and it says why") {
    withConf("spark.deltaward.enabled" -> "false") {
      assert(shown().values.map(source).toSet == Set(("off", "session", "spark.deltaward.enabled")))
    }
  }

  test("a table that Delta cannot open has a policy too, and one that is not there is an error") {
    val table =
      handWritten(Seq(protocolLine(3, 7, Seq("unheardOf"), Seq("unheardOf")), metadataLine))
    assert(shown(s"FOR ${named(table)}").size == CommitRule.names.length)
    assert(failure(sql("SHOW PROTOCOL POLICY FOR no_such_table")).getCondition ==
      "TABLE_OR_VIEW_NOT_FOUND")
    assert(failure(sql("SHOW PROTOCOL POLICY FOR t u")).getCondition == "DELTAWARD_SYNTAX_ERROR")
    assert(
      failure(sql("SHOW PROTOCOL POLCY t")).getMessageParameters.get("hint").contains("POLICY")
    )
  }
}
