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
    "PING",
    "SELECT ? + 1"
  )

  private def provesWork(answers: Seq[String]): Any = {
    assert(answers(1).contains("checkpointProtection"))
    assert(answers(2).contains("CREATE TABLE"))
    assert(answers(3).startsWith("[DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK]"))
    assert(answers.drop(4) == Seq("pong", "43"))
  }

  test("in front of a third extension and of Delta's, all three work, and parameters arrive") {
    val all = answers(Seq(Delta, Third, Deltaward), deltaCatalog)(work: _*)
    provesWork(all)
  }

  test("behind a third extension and Delta's, all three work, and parameters arrive", Exhaustive) {
    provesWork(answers(Seq(Deltaward, Delta, Third), deltaCatalog)(work: _*))
  }

  test("without Delta's extension, or without its catalog, the first command says so") {
    val statement = "SHOW DELTA CLIENTS LIKE 'trino'"
    assert(answers(Seq(Deltaward))(statement).head
      .startsWith("[DELTAWARD_DELTA_NOT_CONFIGURED.EXTENSION]"))
    assert(answers(Seq(Delta, Deltaward))(statement).head
      .startsWith("[DELTAWARD_DELTA_NOT_CONFIGURED.CATALOG]"))
  }
}
