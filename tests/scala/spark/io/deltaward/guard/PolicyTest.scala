package io.deltaward.guard

import java.nio.file.Files

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.scalatest.Assertion

import io.deltaward.commands.CommandTest

/**
 * Policies that require one of three clients. `basic` reads only tables of reader version 1, `narrow` only tables
 * without a widened column, and `whole` only tables without partitions.
 */
trait PolicyTest extends CommandTest {

  protected val Rule = "spark.deltaward.rule.requiredClients.mode"

  protected lazy val clientsFile: String = {
    val file = temporaryDirectory().resolve("clients.yaml")
    Files.writeString(
      file,
      """- id: basic
        |  name: Basic
        |  aliases: []
        |  unknownFeatureBehaviour: {read: refuses it, write: refuses it}
        |  releases:
        |    - version: '1.0'
        |      accessPath: scan
        |      read: {versions: [1], features: [], otherFeatures: refused}
        |      write: {noEvidence: it does not write}
        |      evidence: observed
        |      verifiedAt: '2026-11-01'
        |      sources: ['a run']
        |- id: narrow
        |  name: Narrow
        |  aliases: []
        |  unknownFeatureBehaviour: {read: refuses it, write: refuses it}
        |  releases:
        |    - version: '1.0'
        |      accessPath: scan
        |      read:
        |        versions: [1, 3]
        |        features: []
        |        conditions:
        |          typeWidening: {condition: it reads files of one type, failsWhen: used, verdict: BLOCKED}
        |        otherFeatures: refused
        |      write: {noEvidence: it does not write}
        |      evidence: observed
        |      verifiedAt: '2026-11-01'
        |      sources: ['a run']
        |- id: whole
        |  name: Whole
        |  aliases: []
        |  unknownFeatureBehaviour: {read: refuses it, write: refuses it}
        |  releases:
        |    - version: '1.0'
        |      accessPath: scan
        |      read:
        |        versions: [1, 3]
        |        features: []
        |        otherFeatures: refused
        |        cases: [{when: [partitioned], verdict: BLOCKED, condition: it reads no partitions}]
        |      write: {noEvidence: it does not write}
        |      evidence: observed
        |      verifiedAt: '2026-11-01'
        |      sources: ['a run']
        |""".stripMargin
    )
    file.toString
  }

  protected def requiring[A](client: String)(body: => A): A =
    withConf(
      "spark.deltaward.clients.path" -> clientsFile,
      "spark.deltaward.requiredClients" -> s"$client=1.0 read"
    )(body)

  protected def requiringBasic[A](body: => A): A = requiring("basic")(body)

  protected def unguarded[A](body: => A): A = withConf(Rule -> "off")(body)

  protected def plainTable(properties: String = "'delta.appendOnly' = 'false'"): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES ($properties)")
    sql(s"INSERT INTO ${named(table)} VALUES (1), (2)")
    table
  }

  protected def versions(table: Path): Int = sql(s"DESCRIBE HISTORY ${named(table)}").length

  protected def lockedOut(error: SparkThrowable, feature: String, cause: String): Assertion = {
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT")
    assert(error.getMessageParameters.get("feature") == feature)
    assert(error.getMessageParameters.get("cause").contains(cause))
  }

  /** Returns the refusal, even if it is the cause of a streaming query's or a job's failure. */
  protected def refusalOf(body: => Any): SparkThrowable = {
    val thrown = intercept[Throwable](body)
    Iterator.iterate(thrown)(_.getCause).takeWhile(_ != null)
      .collectFirst {
        case e: SparkThrowable if String.valueOf(e.getCondition).startsWith("DELTAWARD") => e
      }
      .getOrElse(fail(s"not refused, but: $thrown", thrown))
  }
}
