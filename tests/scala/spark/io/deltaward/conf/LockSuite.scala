package io.deltaward.conf

import java.nio.file.Files

import org.apache.hadoop.fs.Path
import org.apache.spark.{SparkEnv, SparkThrowable}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.internal.SQLConf
import org.scalatest.Assertion

import io.deltaward.guard.PolicyTest

/** Tests `spark.deltaward.locked` on the cluster that all suites share: what a session can still change, and how. */
class LockSuite extends PolicyTest {

  private val vectors = "'delta.enableDeletionVectors' = 'true'"
  private val clients = "spark.deltaward.clients.path"
  private val required = "spark.deltaward.requiredClients"
  private val allowed = "spark.deltaward.allowedFeatures"
  private val rowLevel = "spark.deltaward.rowLevelConcurrency.enabled"
  private val alias = "spark.databricks.delta.rowLevelConcurrencyPreview"
  private val time = "spark.deltaward.rowLevelConcurrency.maxResolutionTime"

  private def onCluster[A](settings: (String, String)*)(body: => A): A = {
    val cluster = SparkEnv.get.conf
    settings.foreach { case (key, value) => cluster.set(key, value) }
    try body
    finally settings.foreach { case (key, _) => cluster.remove(key) }
  }

  /** Runs `body` in a new session of a locked cluster with these settings. */
  private def locked[A](settings: (String, String)*)(body: SparkSession => A): A =
    onCluster(("spark.deltaward.locked" -> "true") +: settings: _*) {
      inFront(spark.newSession())(body)
    }

  private def inFront[A](session: SparkSession)(body: SparkSession => A): A = {
    SparkSession.setActiveSession(session)
    try body(session)
    finally SparkSession.setActiveSession(spark)
  }

  private def lockedOut(body: => Any): SparkThrowable = {
    val error = failure(body)
    assert(error.getCondition == "DELTAWARD_SETTING_LOCKED" && error.getSqlState == "46110")
    error
  }

  private def alter(table: Path, properties: String): String =
    s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($properties)"

  private def keepsOut(session: SparkSession, table: Path): Assertion = {
    val error = refusalOf(session.sql(alter(table, vectors)))
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT")
  }

  /** Writes a clients file that claims that the required client can read every table. */
  private def forgedClients(name: String = "forged.yaml"): String = Files
    .writeString(
      temporaryDirectory().resolve(name),
      """id: delta-standalone
        |name: Forged
        |unknownFeatureBehaviour: {read: none, write: none}
        |releases:
        |  - version: 4.0.1
        |    accessPath: library
        |    read: {versions: [1, 2, 3], features: [deletionVectors], otherFeatures: ignored}
        |    write: {versions: [1, 2, 7], features: [deletionVectors], otherFeatures: ignored}
        |    evidence: observed
        |    verifiedAt: '2026-11-01'
        |    sources: [wishful thinking]
        |""".stripMargin
    )
    .toString

  test(
    "a session cannot bring clients of its own, by SET or otherwise: the registry is the cluster's"
  ) {
    val table = plainTable()
    val forged = forgedClients()
    locked(required -> "delta-standalone read") { session =>
      assert(lockedOut(session.sql(s"SET $clients = $forged")).getMessageParameters.get("why")
        .contains("only the value of the cluster counts, which is not set"))
      lockedOut(session.conf.set(clients, forged))
      keepsOut(session, table)
    }
  }

  test("a file that a session has from before counts no more, for commands either") {
    val table = plainTable()
    inFront(spark.newSession()) { session =>
      session.conf.set(clients, forgedClients())
      session.conf.set(required, "delta-standalone read")
      onCluster("spark.deltaward.locked" -> "true") {
        keepsOut(session, table)
        assert(session.sql("SHOW DELTA CLIENTS LIKE 'delta-standalone'").head().getString(1) !=
          "Forged")
      }
    }
  }

  test("the cluster's file is where the cluster finds it, wherever a session looks for files") {
    val table = plainTable()
    locked(clients -> clientsFile, required -> "basic read") { session =>
      session.conf.set("fs.defaultFS", "elsewhere:///")
      keepsOut(session, table)
    }
  }

  private val loosened = Seq(
    "spark.deltaward.enabled" -> "false",
    "spark.deltaward.rule.requiredClients.mode" -> "off",
    "spark.deltaward.rule.validPolicy.mode" -> "Warn",
    "spark.deltaward.isolation.default" -> "WriteSerializable",
    time -> "31s",
    "spark.deltaward.rowLevelConcurrency.maxRowsToCheck" -> "10000001"
  )

  loosened.foreach { case (key, value) =>
    test(s"what is looser than the cluster's default is refused: $key = $value") {
      locked() { session =>
        lockedOut(session.sql(s"SET $key = $value"))
        lockedOut(session.conf.set(key, value))
        assert(lockedOut(session.newSession().conf.set(key, value)).getMessageParameters.get("why")
          .contains("is stricter"))
      }
    }
  }

  private val tightened = Seq(
    "spark.deltaward.enabled" -> ("false", "true"),
    "spark.deltaward.rule.requiredClients.mode" -> ("off", "warn"),
    "spark.deltaward.isolation.default" -> ("WriteSerializable", "Serializable"),
    rowLevel -> ("true", "false"),
    time -> ("30s", "500ms"),
    "spark.deltaward.rowLevelConcurrency.maxRowsToCheck" -> ("1000", "999"),
    allowed -> ("deletionVectors, rowTracking", "deletionVectors"),
    allowed -> ("deletionVectors", ""),
    required -> ("trino read", "deltalake[rust] read")
  )

  tightened.foreach { case (key, (cluster, stricter)) =>
    test(s"what is stricter than the cluster's can be set: $key from $cluster to '$stricter'") {
      locked(key -> cluster) { session =>
        session.sql(s"SET $key = $stricter")
        assert(session.conf.get(key) == stricter)
        session.sql(s"SET $key = $cluster")
        session.sql(s"RESET $key")
      }
    }
  }

  private val without = Seq(
    allowed -> ("deletionVectors", "deletionVectors, rowTracking"),
    allowed -> ("", "rowTracking"),
    required -> ("trino read, polars read", "trino read"),
    clients -> ("/a.yaml", "/b.yaml"),
    rowLevel -> ("false", "true"),
    time -> ("5s", "6s")
  )

  without.foreach { case (key, (cluster, own)) =>
    test(s"what would have no effect is refused: $key = $own, where the cluster has '$cluster'") {
      locked(key -> cluster) { session =>
        assert(lockedOut(
          session.sql(s"SET $key = $own")
        ).getMessageParameters.get("why").contains(cluster))
        lockedOut(session.conf.set(key, own))
      }
    }
  }

  test("a cluster setting stays in force in a session that unsets it") {
    locked(rowLevel -> "false", time -> "5s") { session =>
      DeltawardConf.settings.map(_.key).filterNot(SQLConf.isStaticConfigKey)
        .foreach(session.conf.unset)
      val inForce = InForce.effective(SessionConf.get(session))
      assert(!inForce.getConf(DeltawardConf.ROW_LEVEL_ENABLED))
      assert(inForce.getConf(DeltawardConf.MAX_RESOLUTION_TIME) == 5000)
      assert(inForce.getConf(DeltawardConf.ENABLED))
    }
  }

  test("without the lock a session's settings are what holds") {
    onCluster(rowLevel -> "false") {
      inFront(spark.newSession()) { session =>
        session.conf.set(rowLevel, "true")
        assert(InForce.effective(SQLConf.get) eq SQLConf.get)
      }
    }
  }

  test("an alias is held like its key, and said to be where a statement names it") {
    locked(alias -> "false") { session =>
      lockedOut(session.sql(s"SET $alias = true"))
      lockedOut(session.conf.set(rowLevel, "true"))
      session.conf.set(alias, "true")
      assert(!InForce.effective(SQLConf.get).getConf(DeltawardConf.ROW_LEVEL_ENABLED))
    }
  }

  test("what a cluster requires holds beside what a session and a table require") {
    val table = plainTable("'deltaward.requiredClients' = 'delta-spark read'")
    locked(required -> "delta-standalone read") { session =>
      session.conf.set(required, "delta-spark write")
      keepsOut(session, table)
      session.conf.unset(required)
      keepsOut(session, table)
    }
  }

  test("two sessions of one context: each tightens for itself, and neither loosens for the other") {
    val table = plainTable()
    locked(allowed -> "deletionVectors") { strict =>
      strict.conf.set(allowed, "")
      inFront(strict.newSession()) { other =>
        lockedOut(other.conf.set(allowed, "deletionVectors, rowTracking"))
        other.sql(alter(table, vectors))
      }
      SparkSession.setActiveSession(strict)
      val error = refusalOf(strict.sql(alter(plainTable(), vectors)))
      assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
    }
  }

  test("a session that is built alone has static settings of its own, and the lock all the same") {
    val table = plainTable("'deltaward.rule.requiredClients.mode' = 'off'")
    onCluster("spark.deltaward.locked" -> "true", required -> "delta-standalone read") {
      SparkSession.clearActiveSession()
      SparkSession.clearDefaultSession()
      try {
        val alone = SparkSession.builder()
          .config("spark.deltaward.locked", "false")
          .config(
            "spark.sql.catalog.spark_catalog",
            "org.apache.spark.sql.delta.catalog.DeltaCatalog"
          )
          .withExtensions(new io.delta.sql.DeltaSparkSessionExtension)
          .withExtensions(new io.deltaward.DeltawardSparkSessionExtension)
          .getOrCreate()
        assert(alone.conf.get("spark.deltaward.locked") == "false")
        lockedOut(alone.conf.set("spark.deltaward.enabled", "false"))
        keepsOut(alone, table)
      } finally {
        SparkSession.setDefaultSession(spark)
        SparkSession.setActiveSession(spark)
      }
    }
  }

  test("a session does not start on a cluster whose own policy could protect nothing") {
    Seq(allowed -> "deletionVector", required -> "trino sometimes", required -> "").foreach {
      case (key, text) =>
        onCluster(key -> text) {
          val error = failure(
            try spark.newSession().conf
            catch {
              // Spark 4.0 and 4.1 wrap the error: they say first that they could not make a session.
              case made: IllegalArgumentException => throw Option(made.getCause).getOrElse(made)
            }
          )
          assert(error.getCondition == "DELTAWARD_INVALID_SETTING.POLICY")
        }
    }
  }

  test("a stray of the cluster's stops commits even of a session that has unset it") {
    val table = plainTable()
    val stray = "spark.deltaward.requiredClient"
    onCluster(stray -> "trino read") {
      inFront(spark.newSession()) { session =>
        session.conf.unset(stray)
        val error = refusalOf(session.sql(s"INSERT INTO ${named(table)} VALUES (3)"))
        assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.UNKNOWN_SETTING")
      }
    }
  }

  test("without the lock a session sets what it likes") {
    inFront(spark.newSession()) { session =>
      (loosened ++ without.map { case (key, (_, own)) => key -> own }).foreach {
        case (key, value) =>
          session.conf.set(key, value)
      }
    }
  }
}
