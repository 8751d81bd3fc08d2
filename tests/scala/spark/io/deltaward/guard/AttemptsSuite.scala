package io.deltaward.guard

import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path

import io.deltaward.RunningDelta
import io.deltaward.commands.CommandTest
import org.apache.spark.sql.delta.deltaward.Once

/** Tests that a commit which loses the race for a version is judged again at its next attempt. */
class AttemptsSuite extends CommandTest {

  private val Mode = "spark.deltaward.rule.checkpointProtection.mode"
  private val Boundary = "delta.requireCheckpointProtectionBeforeVersion"

  private def onAnotherThread(body: => Any): Unit = {
    val thread = new Thread(() => { val _ = body })
    thread.start()
    thread.join()
  }

  test("an attempt that the rules refuse is not written, though the one before was let through") {
    RunningDelta.needsProtection()
    val path = temporaryTable()
    sql(
      s"CREATE TABLE ${named(path)} (id BIGINT) USING delta TBLPROPERTIES " +
        "('delta.feature.checkpointProtection' = 'supported')"
    )
    sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('$Boundary' = '1')")
    withConf(Mode -> "off") {
      Once.beforeAttempt {
        onAnotherThread(sql(s"INSERT INTO ${named(path)} VALUES (1)"))
        spark.conf.set(Mode, "enforce")
      } {
        val error =
          failure(sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('$Boundary' = '0')"))
        assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK")
      }
    }
    assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 3)
  }

  private val Unreadable = "DELTAWARD_COMMIT_REFUSED.CLUSTERING_UNREADABLE"

  private def unclustered(): Path = {
    val path = temporaryTable()
    sql(
      s"CREATE TABLE ${named(path)} (id BIGINT, k STRING) USING delta CLUSTER BY (id) " +
        "TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"
    )
    sql(s"ALTER TABLE ${named(path)} CLUSTER BY NONE")
    path
  }

  private val removals = Seq(
    "SET TBLPROPERTIES ('delta.columnMapping.mode' = 'none')",
    "DROP FEATURE columnMapping"
  )

  removals.foreach { removal =>
    test(s"$removal is refused after a concurrent CLUSTER BY") {
      RunningDelta.needsMappingDrops()
      val path = unclustered()
      val error = Once.beforeAttempt(onAnotherThread {
        sql(s"ALTER TABLE ${named(path)} CLUSTER BY (id)")
        sql(s"ALTER TABLE ${named(path)} CLUSTER BY (k)")
      })(failure(sql(s"ALTER TABLE ${named(path)} $removal")))
      assert(error.getCondition == Unreadable)
      assert(error.getMessageParameters.get("columns") == "k")
      val _ = sql(s"ALTER TABLE ${named(path)} CLUSTER BY NONE")
    }

    test(s"$removal commits after a concurrent CLUSTER BY that is gone again") {
      RunningDelta.needsMappingDrops()
      val path = unclustered()
      val _ = Once.beforeAttempt(onAnotherThread {
        sql(s"ALTER TABLE ${named(path)} CLUSTER BY (k)")
        sql(s"ALTER TABLE ${named(path)} CLUSTER BY NONE")
      })(sql(s"ALTER TABLE ${named(path)} $removal"))
      assert(sql(s"DESCRIBE DETAIL ${named(path)}").length == 1)
    }
  }

  test("MAKE COMPATIBLE keeps a clustering that another session sets after its CLUSTER BY NONE") {
    RunningDelta.needsMappingDrops()
    val path = temporaryTable()
    sql(
      s"CREATE TABLE ${named(path)} (id BIGINT, k STRING) USING delta CLUSTER BY (id) " +
        "TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"
    )
    val change =
      s"ALTER TABLE ${named(path)} MAKE COMPATIBLE WITH CLIENT 'delta-standalone' FOR READ"
    val error = Once.afterCommit(
      onAnotherThread(sql(s"ALTER TABLE ${named(path)} CLUSTER BY (k)"))
    )(failure(sql(change)))
    assert(error.getCondition == "DELTAWARD_STALE_PLAN")
    assert(clusteringOf(path) == Seq("k"))
    sql(change)
    assert(clusteringOf(path) == Seq("k"))
  }

  private def clusteringOf(path: Path): Seq[String] =
    sql(s"DESCRIBE DETAIL ${named(path)}").head
      .getAs[scala.collection.Seq[String]]("clusteringColumns").toSeq

  Seq(
    "'deltaward.requiredClients' = 'delta-standalone read'",
    "'deltaward.allowedFeatures' = 'appendOnly, invariants'"
  ).foreach { policy =>
    test(s"a policy is not charged with a feature that a concurrent commit added: $policy") {
      val path = temporaryTable()
      sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta")
      withConf("spark.deltaward.metadataConcurrency.enabled" -> "true") {
        val _ = Once.beforeAttempt(onAnotherThread(
          DeltaTable.forPath(spark, path.toString).addFeatureSupport("deletionVectors")
        ))(sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ($policy)"))
      }
      assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 3)
    }
  }
}
