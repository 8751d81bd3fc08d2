package io.deltaward.session

import java.lang.management.ManagementFactory
import java.nio.file.Files

import scala.jdk.CollectionConverters._
import scala.sys.process.{Process, ProcessLogger}

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession

/** Sessions that are configured in other ways than the one all other suites share. */
class SessionSuite extends AnyFunSuite with DeltaSession {

  private val Delta = "io.delta.sql.DeltaSparkSessionExtension"
  private val Deltaward = "io.deltaward.DeltawardSparkSessionExtension"
  private val Third = classOf[ThirdExtension].getName
  private val catalog =
    "spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog"

  /** The first line of the answer to each statement, from a JVM of its own. */
  private def answers(extensions: Seq[String], more: String*)(statements: String*): Seq[String] = {
    val options = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala
    val warehouse = s"spark.sql.warehouse.dir=${temporaryDirectory().toUri}"
    val settings = s"spark.sql.extensions=${extensions.mkString(",")}" +: warehouse +: more
    val java = s"${System.getProperty("java.home")}/bin/java"
    val command = (java +: options.toSeq) ++
      Seq(
        "-cp",
        System.getProperty("java.class.path"),
        SessionProbe.getClass.getName.stripSuffix("$")
      ) ++
      settings ++ ("--" +: statements)
    val output = Vector.newBuilder[String]
    val directory = Files.createDirectories(temporaryDirectory()).toFile
    Process(command, directory).!(ProcessLogger(line => output.synchronized(output += line): Unit))
    val found = output.result().filter(_.startsWith(SessionProbe.Answer))
    assert(found.length == statements.length, output.result().takeRight(20).mkString("\n"))
    found.map(_.stripPrefix(SessionProbe.Answer))
  }

  private val table = temporaryTable()
  private val work = Seq(
    s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES " +
      "('delta.feature.checkpointProtection' = 'supported', " +
      "'delta.requireCheckpointProtectionBeforeVersion' = '1')",
    s"SHOW TABLE FEATURES ${named(table)}",
    s"DESCRIBE HISTORY ${named(table)}",
    s"ALTER TABLE ${named(table)} UNSET TBLPROPERTIES ('delta.requireCheckpointProtectionBeforeVersion')",
    "PING"
  )

  private def provesWork(answers: Seq[String]): Any = {
    assert(answers(1).contains("checkpointProtection"))
    assert(answers(2).contains("CREATE TABLE"))
    assert(answers(3).startsWith("[DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK]"))
    assert(answers(4) == "pong")
  }

  test("in front of a third extension and of Delta's, all three work, and parameters arrive") {
    val all = answers(Seq(Delta, Third, Deltaward), catalog)(work: _*)
    provesWork(all)
  }

  test("behind a third extension and Delta's, all three work") {
    provesWork(answers(Seq(Deltaward, Delta, Third), catalog)(work: _*))
  }

  test("parameters reach Spark through our parser") {
    assert(answers(Seq(Deltaward))("SELECT ? + 1") == Seq("43"))
  }

  test("without Delta's extension, or without its catalog, the first command says so") {
    val statement = "SHOW DELTA CLIENTS LIKE 'trino'"
    assert(answers(Seq(Deltaward))(statement).head
      .startsWith("[DELTAWARD_DELTA_NOT_CONFIGURED.EXTENSION]"))
    assert(answers(Seq(Delta, Deltaward))(statement).head
      .startsWith("[DELTAWARD_DELTA_NOT_CONFIGURED.CATALOG]"))
  }
}
