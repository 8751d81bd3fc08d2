package io.deltaward.conf

import org.apache.spark.SparkThrowable
import org.scalatest.Assertion

import io.deltaward.guard.PolicyTest

/** Tests misspelt settings, and policies that could protect nothing. */
class SettingsSuite extends PolicyTest {

  private val slips = Seq(
    "spark.deltaward.requiredClient" -> "spark.deltaward.requiredClients",
    "deltaward.requiredClients" -> "spark.deltaward.requiredClients",
    "Spark.Deltaward.Enabled" -> "spark.deltaward.enabled",
    "spark.deltaward.rule.requiredClient.mode" -> "spark.deltaward.rule.requiredClients.mode",
    "spark.databricks.delta.properties.defaults.deltaward.allowedFeatures" ->
      "spark.deltaward.allowedFeatures"
  )

  private def unset(key: String): Unit = spark.conf.unset(key)

  slips.foreach { case (written, meant) =>
    test(s"SET refuses a setting that does not exist, with the one that was meant: $written") {
      Seq(s"SET $written = x", s"SET `$written ` = x", s"SET hivevar:$written=x").foreach {
        statement =>
          val error = failure(sql(statement))
          assert(error.getCondition == "DELTAWARD_INVALID_SETTING.UNKNOWN_KEY", statement)
          assert(error.getMessageParameters.get("hint") == s"Did you mean $meant?")
      }
      assert(!spark.conf.getAll.keys.exists(_.trim == written))
    }
  }

  test("no commit goes through while a setting is astray that came another way") {
    val table = plainTable()
    slips.foreach { case (written, meant) =>
      spark.conf.set(written, "trino read")
      try {
        val error = refusalOf(sql(s"INSERT INTO ${named(table)} VALUES (3)"))
        assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.UNKNOWN_SETTING", written)
        assert(error.getMessageParameters.get("key") == written)
        assert(error.getMessageParameters.get("hint") == s"Did you mean $meant?")
      } finally unset(written)
    }
    withConf("spark.deltaward.enable" -> "x", "spark.deltaward.rule.validPolicy.mode" -> "warn") {
      sql(s"INSERT INTO ${named(table)} VALUES (3)")
    }
    assert(versions(table) == 3)
  }

  test("settings outside the prefix are ignored") {
    withConf("spark.deltawarden.requiredClients.x" -> "1", "spark.delta.appendOnly" -> "2") {
      plainTable()
    }
    assert(sql("SET spark.sql.ansi.enabled = true").length == 1)
    unset("spark.sql.ansi.enabled")
  }

  private def refused(error: SparkThrowable, problem: String): Assertion = {
    assert(error.getCondition == "DELTAWARD_INVALID_SETTING.POLICY")
    assert(error.getMessageParameters.get("problem").contains(problem))
  }

  private val policies = Seq(
    "requiredClients" -> "fabric read+write" -> "No policy can require fabric",
    "requiredClients" -> "synapse write" -> "synapse-serverless-sql read",
    "requiredClients" -> "flink read+write" -> "the newest known",
    "requiredClients" -> "trno read" -> "did you mean trino?",
    "requiredClients" -> "deltalake[rst] read" -> "no access path 'rst'",
    "requiredClients" -> "trino sometimes" -> "is not of the form",
    "requiredClients" -> "" -> "it names no client",
    "allowedFeatures" -> "deletionVector" -> "did you mean deletionVectors?"
  )

  policies.foreach { case ((policy, text), problem) =>
    test(s"SET refuses a policy that could protect nothing: $policy = '$text'") {
      val key = s"spark.deltaward.$policy"
      refused(failure(sql(s"SET $key = $text")), problem)
      assert(!spark.conf.getAll.contains(key))
    }
  }

  test("a policy is judged by the clients that the session has of its own") {
    requiringBasic {
      sql("SET spark.deltaward.requiredClients = narrow[scan] read")
      refused(failure(sql("SET spark.deltaward.requiredClients = narrow write")), "narrow read")
    }
  }

  test("a policy is not taken while the session's clients cannot be read") {
    withConf("spark.deltaward.clients.path" -> "/no/such/file") {
      val error = failure(sql("SET spark.deltaward.requiredClients = trino read"))
      refused(error, "DELTAWARD_INVALID_CLIENTS_FILE")
      assert(error.getSqlState == "22023")
    }
  }

  test("a file of clients that is not there is not set") {
    val error = failure(sql("SET spark.deltaward.clients.path = /no/such/file"))
    assert(error.getCondition == "DELTAWARD_INVALID_CLIENTS_FILE")
    assert(error.getMessageParameters.get("problems") == "the file does not exist")
    assert(spark.conf.getOption("spark.deltaward.clients.path").isEmpty)
  }

  test("an empty list of features is a setting") {
    sql("SET spark.deltaward.allowedFeatures =")
    assert(spark.conf.get("spark.deltaward.allowedFeatures").isEmpty)
    sql("RESET spark.deltaward.allowedFeatures")
  }
}
