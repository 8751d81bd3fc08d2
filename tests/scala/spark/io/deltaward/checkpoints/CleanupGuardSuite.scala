package io.deltaward.checkpoints

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.Row

import io.deltaward.Exhaustive
import io.deltaward.storage.LogSurgery

/**
 * Compares what Delta 4.4.0 removes from a log with what the guard keeps. Cleans up each table twice: by Delta
 * alone, which shows that there is something to prevent, and in a session with the rule.
 */
class CleanupGuardSuite extends ProtectedTable {

  private def aged(boundary: Long, upTo: Long): Path = {
    val table = grownTable(boundary, interval = 3, version = 8)
    age(table, upTo)
    table
  }

  /** Writes the commit that triggers the cleanup of the log. */
  private def commit(table: Path): Unit = sql(s"INSERT INTO ${named(table)} VALUES (9)"): Unit

  private def isHeldBack(what: String)(make: => Path): Unit = test(what) {
    val alone = make
    val guarded = copyOf(alone)
    val before = commits(guarded)
    byOthers(commit(alone))
    assert(commits(alone) == Set(6L, 7L, 8L, 9L), "Delta alone")
    commit(guarded)
    assert(commits(guarded) == before + 9L)
    assert(checkpoints(guarded) == Set(3L, 6L, 9L))
  }

  isHeldBack("C1: protected checkpoints stay while versions before the boundary do")(
    aged(boundary = 9, upTo = 7)
  )

  /** Makes a table whose version 7 sets a boundary at itself. In version 8, another writer changes that boundary. */
  private def protectedFor(oneVersion: String): Path = {
    val table = grownTable(boundary = 0, interval = 3, version = 6)
    byOthers {
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '7')")
      sql(s"ALTER TABLE ${named(table)} $oneVersion")
    }
    age(table, 7)
    table
  }

  isHeldBack("C1: a boundary that another writer removed still protects what it did")(
    protectedFor(s"UNSET TBLPROPERTIES ('$Boundary')")
  )

  isHeldBack("C1: so does one that another writer moved back")(
    protectedFor(s"SET TBLPROPERTIES ('$Boundary' = '2')")
  )

  test(
    "C1: a boundary from after the version that RESTORE goes back to holds in the next cleanup"
  ) {
    def restored(): Path = {
      val table = grownTable(boundary = 0, interval = 3, version = 7)
      byOthers(sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '8')"))
      sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 5")
      age(table, 7)
      table
    }
    val alone = byOthers(restored())
    byOthers(appendUpTo(alone, 12))
    assert(commits(alone) == (6L to 12L).toSet, "Delta alone")
    val guarded = restored()
    appendUpTo(guarded, 12)
    assert(commits(guarded) == (0L to 12L).toSet)
  }

  test("C1: a boundary that was out of reach protects nothing once it is corrected") {
    val table = grownTable(boundary = 1000, interval = 3, version = 7)
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '2')")
    age(table, 7)
    commit(table)
    assert(commits(table) == Set(6L, 7L, 8L, 9L))
  }

  test("C1: all versions before the boundary go in one cleanup") {
    val table = aged(boundary = 9, upTo = 8)
    commit(table)
    assert(commits(table) == Set(9L) && checkpoints(table) == Set(9L))
  }

  /**
   * Makes a table with a checkpoint at 6, which stands in for versions 0 to 5. Version 12 triggers the cleanup,
   * which removes no checkpoint.
   */
  private def withHistory(commits: (Long, Seq[String])*): Path = {
    val table = guardedTable(boundary = 9, interval = 6)
    val supported = Seq("appendOnly", "invariants", "checkpointProtection")
    commits.foreach { case (version, features) =>
      val names = (supported ++ features).map(name => s""""$name"""").mkString(",")
      LogSurgery.commit(
        table,
        version,
        s"""{"protocol":{"minReaderVersion":1,"minWriterVersion":7,"writerFeatures":[$names]}}"""
      )
    }
    appendUpTo(table, 8)
    age(table, 5)
    table
  }

  private def toTheNextCheckpoint(table: Path): Unit = appendUpTo(table, 12)

  test(
    "C3: versions of a protocol that Delta does not support stay while others before the boundary do"
  ) {
    val alone = withHistory(1L -> Seq("futureFeature"), 2L -> Nil)
    val guarded = copyOf(alone)
    byOthers(toTheNextCheckpoint(alone))
    assert(commits(alone) == (6L to 12L).toSet, "Delta alone")
    toTheNextCheckpoint(guarded)
    assert(commits(guarded) == (0L to 12L).toSet)
  }

  test("C3: versions of protocols that Delta supports go", Exhaustive) {
    val table = withHistory(1L -> Seq("rowTracking", "domainMetadata"), 2L -> Nil)
    toTheNextCheckpoint(table)
    assert(commits(table) == (6L to 12L).toSet)
  }

  test("a damaged checkpoint is not left to stand in for what goes") {
    def damaged(): Path = {
      val table = aged(boundary = 1, upTo = 4)
      LogSurgery.write(table, f"${3}%020d.checkpoint.parquet", "PAR1")
      table
    }
    def oldest(table: Path): Any =
      sql(s"SHOW CHECKPOINT PROTECTION ${named(table)}").head
        .getAs[collection.Seq[Row]]("readableVersions").head.getAs[Any]("oldestVersion")
    val (alone, guarded) = (damaged(), damaged())
    byOthers(commit(alone))
    assert(commits(alone) == (3L to 9L).toSet && oldest(alone) == 6L)
    commit(guarded)
    assert(commits(guarded) == (0L to 9L).toSet && oldest(guarded) == 0L)
  }

  test("the checkpoint itself is made, and readers are pointed to it") {
    val table = aged(boundary = 9, upTo = 7)
    commit(table)
    assert(LogSurgery.text(table, "_last_checkpoint").contains("\"version\":9"))
    assert(snapshot(table).checkpointProvider.version == 9)
    assert(sql(s"SELECT * FROM ${named(table)}").length == 9)
  }

  test("RESTORE, which makes its checkpoint itself, does not clean up either") {
    def restore(table: Path): Unit =
      withConf(
        "spark.databricks.delta.vacuum.enforceTimeTravelWithinDeletedFileRetentionDuration" ->
          "false"
      )(
        sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 7")
      ): Unit
    val (alone, guarded) = (aged(boundary = 9, upTo = 7), aged(boundary = 9, upTo = 7))
    byOthers(restore(alone))
    assert(commits(alone) == Set(6L, 7L, 8L, 9L), "Delta alone")
    restore(guarded)
    assert(commits(guarded) == (0L to 9L).toSet && checkpoints(guarded)(9))
    assert(LogSurgery.text(guarded, "_last_checkpoint").contains("\"version\":9"))
  }

  test("off and warn leave the cleanup to Delta") {
    Seq("off", "warn").foreach { mode =>
      val table = aged(boundary = 9, upTo = 7)
      withConf(RuleMode -> mode)(commit(table))
      assert(commits(table) == Set(6L, 7L, 8L, 9L), mode)
    }
  }

  test("the table's own mode wins over the session's") {
    val table = aged(boundary = 9, upTo = 7)
    withConf(RuleMode -> "off") {
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('deltaward.rule.checkpointProtection.mode' = 'enforce')"
      )
    }
    assert(commits(table) == (0L to 9L).toSet)
  }

  test("a check that fails holds the cleanup back") {
    val table = aged(boundary = 9, upTo = 7)
    LogSurgery.write(table, LogSurgery.commitName(2), "{")
    age(table, 7)
    commit(table)
    assert(commits(table) == (0L to 9L).toSet)
  }

  test("a table without checkpointProtection is cleaned up as ever") {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES ('delta.checkpointInterval' = '3')"
    )
    appendUpTo(table, 8)
    age(table, 7)
    commit(table)
    assert(commits(table) == Set(6L, 7L, 8L, 9L))
  }
}
