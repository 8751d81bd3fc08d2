package io.deltaward.session

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.ChildSession
import io.deltaward.Exhaustive

/** Sessions that are configured in other ways than the one all other suites share. */
class SessionSuite extends AnyFunSuite with ChildSession {

  private val Delta = "io.delta.sql.DeltaSparkSessionExtension"
  private val Deltaward = "io.deltaward.DeltawardSparkSessionExtension"
  private val Third = classOf[ThirdExtension].getName

  /** The first line of the answer to each statement, from a JVM of its own. */
  private def answers(extensions: Seq[String], more: String*)(statements: String*): Seq[String] = {
    val ended =
      runApart(Nil, s"spark.sql.extensions=${extensions.mkString(",")}" +: more)(statements: _*)
    assert(ended.answers.length == statements.length, ended.output.takeRight(20).mkString("\n"))
    ended.answers
  }

  private val table = temporaryTable()
  private val work = Seq(
    s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES " +
      "('delta.feature.checkpointProtection' = 'supported', " +
      "'delta.requireCheckpointProtectionBeforeVersion' = '1')",
    s"SHOW TABLE FEATURES ${named(table)}",
    s"DESCRIBE HISTORY ${named(table)}",
    s"ALTER TABLE ${named(table)} UNSET TBLPROPERTIES ('delta.requireCheckpointProtectionBeforeVersion')",
    "SHOW TABLE FEATURS t",
    "SHOW PROTOCOL COMPATIBLITY t",
    "PING"
  )

  private def provesWork(answers: Seq[String]): Any = {
    assert(answers(1).contains("checkpointProtection"))
    assert(answers(2).contains("CREATE TABLE"))
    assert(answers(3).startsWith("[DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK]"))
    answers.slice(4, 6).foreach(slip => assert(slip.startsWith("[DELTAWARD_SYNTAX_ERROR]")))
    assert(answers.last == "pong")
  }

  test("in front of a third extension and of Delta's, all three work", Exhaustive) {
    val all = answers(Seq(Delta, Third, Deltaward), deltaCatalog)(work: _*)
    provesWork(all)
  }

  test("behind a third extension and Delta's, all three work") {
    provesWork(answers(Seq(Deltaward, Delta, Third), deltaCatalog)(work: _*))
  }

  private val command = "SHOW DELTA CLIENTS LIKE 'trino'"

  /** Behind Delta's parser no parameter arrives: it drops them. */
  test("without Delta's extension the first command says so, and parameters reach Spark") {
    val said = answers(Seq(Deltaward))(command, "SELECT ? + 1")
    assert(said.head.startsWith("[DELTAWARD_DELTA_NOT_CONFIGURED.EXTENSION]"))
    assert(said.last == "43")
  }

  test("without Delta's catalog the first command says so") {
    val refused = answers(Seq(Delta, Deltaward))(command).head
    assert(refused.startsWith("[DELTAWARD_DELTA_NOT_CONFIGURED.CATALOG]"))
  }
}
