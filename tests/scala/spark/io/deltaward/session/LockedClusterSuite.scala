package io.deltaward.session

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.{ChildSession, Exhaustive}

/** Tests clusters in JVMs of their own, with a lock from the start. */
class LockedClusterSuite extends AnyFunSuite with ChildSession {

  private val configured = Seq(bothExtensions, deltaCatalog)
  private val lock = "spark.deltaward.locked=true"

  test(
    "a locked cluster refuses looser settings, and its own stay in force",
    Exhaustive
  ) {
    val table = named(temporaryTable())
    val settings = configured ++ Seq(
      lock,
      "spark.deltaward.requiredClients=delta-standalone read",
      "spark.databricks.delta.rowLevelConcurrencyPreview=false"
    )
    val ended = runApart(Nil, settings)(
      s"CREATE TABLE $table (id BIGINT) USING delta",
      "SET spark.deltaward.clients.path = /data/clients.yaml",
      "conf spark.deltaward.rule.requiredClients.mode=off",
      "conf spark.deltaward.rowLevelConcurrency.enabled=true",
      "SET spark.deltaward.locked = false",
      "RESET",
      s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      "conf spark.deltaward.rule.requiredClients.mode=ENFORCE",
      "conf spark.deltaward.requiredClients=fabric read",
      "SHOW PROTOCOL POLICY"
    )
    val starts = Seq(
      "",
      "[DELTAWARD_SETTING_LOCKED]",
      "[DELTAWARD_SETTING_LOCKED]",
      "[DELTAWARD_SETTING_LOCKED]",
      "[CANNOT_MODIFY_STATIC_CONFIG]",
      "",
      "[DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT]",
      "",
      "[DELTAWARD_INVALID_SETTING.POLICY]"
    )
    assert(ended.answers.length == starts.length + 1, ended.output.takeRight(20).mkString("\n"))
    ended.answers.zip(starts).foreach { case (answer, start) => assert(answer.startsWith(start)) }
    assert(ended.answers.last.contains("cluster") &&
      ended.answers.last.contains("delta-standalone read"))
  }

  test("a cluster whose policy could protect nothing starts no session, and says why", Exhaustive) {
    val settings = configured ++ Seq(lock, "spark.deltaward.requiredClients=synapse write")
    val ended = runApart(Nil, settings)("SELECT 1")
    assert(ended.code != 0 && ended.answers.isEmpty)
    val said = ended.output.mkString("\n")
    assert(said.contains("[DELTAWARD_INVALID_SETTING.POLICY]"))
    assert(said.contains("synapse-serverless-sql read"))
    assert(!said.contains("instantiating"))
  }
}
