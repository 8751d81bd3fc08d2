package io.deltaward.session

import io.delta.sql.{DeltaSparkSessionExtension => Delta}
import org.apache.spark.sql.SparkSession
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.{
  ChildSession,
  DeltawardSparkSessionExtension => Deltaward,
  Exhaustive,
  RunningDelta
}
import io.deltaward.DeltaSession.configured

/** Tests sessions whose configuration differs from the one that all other suites share. */
class SessionSuite extends AnyFunSuite with ChildSession {

  private val catalog = "spark.sql.catalog.spark_catalog"

  private def answers(session: SparkSession)(statements: String*): Seq[String] =
    statements.map(SessionProbe.answer(session, _))

  private def work: Seq[String] = {
    val table = temporaryTable()
    Seq(
      s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES " +
        "('delta.feature.checkpointProtection' = 'supported')",
      s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.requireCheckpointProtectionBeforeVersion' = '1')",
      s"SHOW TABLE FEATURES ${named(table)}",
      s"DESCRIBE HISTORY ${named(table)}",
      s"ALTER TABLE ${named(table)} UNSET TBLPROPERTIES ('delta.requireCheckpointProtectionBeforeVersion')",
      "SHOW TABLE FEATURS t",
      "SHOW PROTOCOL COMPATIBLITY t",
      "PING"
    )
  }

  private def provesWork(answers: Seq[String]): Any = {
    assert(answers(2).contains("checkpointProtection"))
    assert(answers(3).contains("CREATE TABLE"))
    assert(answers(4).startsWith("[DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK]"))
    answers.slice(5, 7).foreach(slip => assert(slip.startsWith("[DELTAWARD_SYNTAX_ERROR]")))
    assert(answers.last == "pong")
  }

  test("in front of a third extension and of Delta's, all three work") {
    RunningDelta.needsProtection()
    provesWork(answers(configured(new Delta, new ThirdExtension, new Deltaward))(work: _*))
  }

  test("behind a third extension and Delta's, all three work") {
    RunningDelta.needsProtection()
    provesWork(answers(configured(new Deltaward, new Delta, new ThirdExtension))(work: _*))
  }

  test("all three work if the configuration of a JVM of its own names them", Exhaustive) {
    val extensions =
      Seq(classOf[Delta], classOf[ThirdExtension], classOf[Deltaward]).map(_.getName)
    val settings = Seq(s"spark.sql.extensions=${extensions.mkString(",")}", deltaCatalog)
    val ended = runApart(Nil, settings)(work: _*)
    assert(ended.answers.length == work.length, ended.output.takeRight(20).mkString("\n"))
    provesWork(ended.answers)
  }

  private val command = "SHOW DELTA CLIENTS LIKE 'trino'"

  /** Delta's parser drops parameters, so they reach the parser behind only without it. */
  test("without Delta's extension the first command says so, and parameters reach Spark") {
    val said = answers(configured(new Deltaward))(command, "SELECT ? + 1")
    assert(said.head.startsWith("[DELTAWARD_DELTA_NOT_CONFIGURED.EXTENSION]"))
    assert(said.last == "43")
  }

  test("without Delta's catalog the first command says so") {
    val session = configured(new Delta, new Deltaward)
    session.conf.unset(catalog)
    val refused = answers(session)(command).head
    assert(refused.startsWith("[DELTAWARD_DELTA_NOT_CONFIGURED.CATALOG]"))
  }
}
