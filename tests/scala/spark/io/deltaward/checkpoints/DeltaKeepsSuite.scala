package io.deltaward.checkpoints

import org.apache.hadoop.fs.Path

import io.deltaward.Exhaustive
import io.deltaward.storage.CountingFileSystem
import org.apache.spark.sql.delta.deltaward.CleanUp

/** Tests rules that Delta 4.4.0 keeps by itself, with the rules of this project off. */
class DeltaKeepsSuite extends ProtectedTable {

  private def aged(upTo: Long, properties: String*): Path = {
    val table = grownTable(9, 3, 8, properties: _*)
    age(table, upTo)
    table
  }

  test(
    "C1: a retention period that is cut short still takes all versions before the boundary in one go"
  ) {
    val table = aged(upTo = -1)
    byOthers {
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.logRetentionDuration' = 'interval 2 days', " +
        "'delta.deletedFileRetentionDuration' = 'interval 1 days')")
      age(table, 8)
      appendUpTo(table, 12)
    }
    assert(commits(table) == (9L to 12L).toSet)
  }

  test(
    "C1: with its two switches set, Delta itself takes all versions before the boundary or none",
    Exhaustive
  ) {
    val prefix = "spark.databricks.delta.tableFeatures"
    withConf(
      s"$prefix.allowMetadataCleanupWhenAllProtocolsSupported" -> "false",
      s"$prefix.dev.allowMetadataCleanupCheckpointExistenceCheck.disabled" -> "true"
    ) {
      val early = aged(upTo = 7)
      byOthers(appendUpTo(early, 9))
      assert(commits(early) == (0L to 9L).toSet)
      val late = aged(upTo = 8)
      byOthers(appendUpTo(late, 9))
      assert(commits(late) == Set(9L))
    }
  }

  test(
    "C1: DROP FEATURE keeps what is protected where the table's own cleanup is off",
    Exhaustive
  ) {
    val table = aged(
      upTo = 7,
      "'delta.feature.vacuumProtocolCheck' = 'supported'",
      "'delta.enableExpiredLogCleanup' = 'false'"
    )
    byOthers(sql(s"ALTER TABLE ${named(table)} DROP FEATURE vacuumProtocolCheck"))
    assert(commits(table) == (0L to 12L).toSet)
    assert(Set(3L, 6L).subsetOf(checkpoints(table)))
  }

  test("C2: no statement makes a checkpoint of a version before the newest", Exhaustive) {
    val table = guardedTable(boundary = 50, interval = 1000)
    byOthers {
      appendUpTo(table, 3)
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.checkpointInterval' = '4')")
      sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 2")
      sql(s"OPTIMIZE ${named(table)}")
      sql(s"VACUUM ${named(table)}")
      sql(s"SELECT * FROM ${named(table)} VERSION AS OF 1")
      sql(s"CREATE TABLE ${named(temporaryTable())} SHALLOW CLONE ${named(table)} VERSION AS OF 1")
    }
    assert(checkpoints(table).forall(_ >= 4) && checkpoints(table).nonEmpty)
  }

  test("C4: a checkpoint is removed only after every commit before it", Exhaustive) {
    val table = aged(upTo = 8, "'delta.enableExpiredLogCleanup' = 'false'")
    byOthers {
      appendUpTo(table, 9)
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableExpiredLogCleanup' = 'true')"
      )
    }
    assert(commits(table) == (0L to 10L).toSet)
    spark.sparkContext.hadoopConfiguration.set("fs.count.impl", classOf[CountingFileSystem].getName)
    val removed = CountingFileSystem
      .count(CleanUp(spark, CountingFileSystem.counted(table)))
      .requests
      .collect { case request if request.startsWith("DELETE 0") => request.stripPrefix("DELETE ") }
    assert(removed.size > 10 && commits(table) == Set(9L, 10L))
    removed.zipWithIndex.foreach { case (name, position) =>
      if (name.contains("checkpoint"))
        assert(!removed.drop(position).exists(later => later.endsWith(".json") && later < name))
    }
  }
}
