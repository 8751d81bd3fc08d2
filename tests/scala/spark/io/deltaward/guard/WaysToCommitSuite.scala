package io.deltaward.guard

import java.nio.file.Files
import java.util.concurrent.{Callable, Executors}

import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{DataFrame, SaveMode}
import org.apache.spark.sql.streaming.Trigger
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.{DeltaSession, MadeTables, RunningDelta}
import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery

/** Tests that the rules see every way to commit: they judge at least as many commits as the log has afterwards. */
class WaysToCommitSuite extends AnyFunSuite with DeltaSession {

  private def isJudged(
      way: String,
      operations: String*
  )(prepare: Path => Unit)(commit: Path => Unit): Unit =
    test(s"the rules judge a commit by $way") {
      val table = temporaryTable()
      prepare(table)
      val before = latest(table)
      val judged = JudgedCommits.record(spark, table.toUri.getPath)(commit(table))
      val written = latest(table) - before
      assert(written > 0, "nothing was committed")
      assert(judged.size >= written && operations.diff(judged).isEmpty, s"$written of $judged")
    }

  /** Returns the newest version, or -1 if there is no table yet. */
  private def latest(table: Path): Long =
    if (Files.exists(LogSurgery.directory(table)))
      LogSurgery.files(table).values.collect { case LogFile.Commit(version) => version }.max
    else -1L

  private def nothing(table: Path): Unit = ()

  private def tenRows(table: Path): Unit =
    copyTo(
      table,
      MadeTables.made("ten rows")(path => numbers(10).write.format("delta").save(path.toString))
    )

  private def withVectors(table: Path): Unit = {
    val made = MadeTables.made("ten rows, with vectors") { path =>
      tenRows(path)
      spark.sql(
        s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
      ): Unit
    }
    copyTo(table, made)
  }

  private def numbers(n: Long): DataFrame = spark.range(n).toDF("id")

  private def statement(text: Path => String)(table: Path): Unit = spark.sql(text(table)): Unit

  isJudged("CREATE TABLE", "CREATE TABLE")(nothing)(statement(t =>
    s"CREATE TABLE ${named(t)} (id BIGINT) USING delta"
  ))
  isJudged("CREATE TABLE AS SELECT", "CREATE TABLE AS SELECT")(nothing)(
    statement(t => s"CREATE TABLE ${named(t)} USING delta AS SELECT id FROM range(10)")
  )
  isJudged("REPLACE TABLE", "REPLACE TABLE")(tenRows)(
    statement(t => s"REPLACE TABLE ${named(t)} (name STRING) USING delta")
  )
  isJudged("REPLACE TABLE AS SELECT", "REPLACE TABLE AS SELECT")(tenRows)(
    statement(t => s"REPLACE TABLE ${named(t)} USING delta AS SELECT id FROM range(3)")
  )
  isJudged("INSERT", "WRITE")(tenRows)(statement(t => s"INSERT INTO ${named(t)} VALUES (11)"))
  isJudged("INSERT OVERWRITE", "WRITE")(tenRows)(statement(t =>
    s"INSERT OVERWRITE ${named(t)} VALUES (11)"
  ))
  isJudged("UPDATE", "UPDATE")(tenRows)(statement(t =>
    s"UPDATE ${named(t)} SET id = 0 WHERE id = 1"
  ))
  isJudged("DELETE", "DELETE")(tenRows)(statement(t => s"DELETE FROM ${named(t)} WHERE id = 1"))
  isJudged("DELETE with a deletion vector", "DELETE")(withVectors)(
    statement(t => s"DELETE FROM ${named(t)} WHERE id = 1")
  )
  isJudged("MERGE", "MERGE")(tenRows)(
    statement(t =>
      s"""MERGE INTO ${named(t)} t USING (SELECT 3 AS id) s ON t.id = s.id
         |WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT *""".stripMargin
    )
  )
  isJudged("ALTER TABLE", "SET TBLPROPERTIES", "ADD COLUMNS")(tenRows) { t =>
    spark.sql(s"ALTER TABLE ${named(t)} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')")
    spark.sql(s"ALTER TABLE ${named(t)} ADD COLUMNS (name STRING)"): Unit
  }
  isJudged("ADD and DROP FEATURE", "DROP FEATURE") { t =>
    RunningDelta.needsVectorDrops()
    withVectors(t)
  }(statement(t => s"ALTER TABLE ${named(t)} DROP FEATURE deletionVectors"))
  isJudged("RESTORE", "RESTORE")(withVectors)(statement(t =>
    s"RESTORE TABLE ${named(t)} TO VERSION AS OF 0"
  ))
  isJudged("CONVERT TO DELTA", "CONVERT")(nothing) { t =>
    numbers(10).write.parquet(t.toString)
    spark.sql(s"CONVERT TO DELTA parquet.`$t`"): Unit
  }
  isJudged("SHALLOW CLONE", "CLONE")(nothing) { t =>
    val source = temporaryTable()
    tenRows(source)
    spark.sql(s"CREATE TABLE ${named(t)} SHALLOW CLONE ${named(source)}"): Unit
  }
  isJudged("VACUUM", "VACUUM START", "VACUUM END")(tenRows)(t =>
    withConf("spark.databricks.delta.vacuum.logging.enabled" -> "true") {
      spark.sql(s"VACUUM ${named(t)}"): Unit
    }
  )
  isJudged("REORG TABLE", "REORG") { t =>
    withVectors(t)
    spark.sql(s"DELETE FROM ${named(t)} WHERE id = 1"): Unit
  }(statement(t => s"REORG TABLE ${named(t)} APPLY (PURGE)"))

  isJudged("a DataFrame's append", "WRITE")(tenRows)(t =>
    numbers(3).write.format("delta").mode(SaveMode.Append).save(t.toString)
  )
  isJudged("a DataFrame's overwrite of data and schema", "WRITE")(tenRows)(t =>
    spark.range(3).toDF("other").write.format("delta").mode("overwrite").option(
      "overwriteSchema",
      "true"
    ).save(t.toString)
  )
  isJudged("a DataFrame's schema evolution", "WRITE")(tenRows)(t =>
    numbers(3).selectExpr(
      "id",
      "'a' AS name"
    ).write.format("delta").mode("append").option("mergeSchema", "true").save(t.toString)
  )
  isJudged("DataFrameWriterV2", "WRITE")(tenRows)(t => numbers(3).writeTo(named(t)).append())
  isJudged("the DeltaTable API", "DELETE", "UPDATE", "MERGE")(tenRows) { t =>
    val table = DeltaTable.forPath(spark, t.toString)
    table.delete("id = 1")
    table.updateExpr("id = 2", Map("id" -> "20"))
    table.as("t").merge(numbers(3).as("s"), "t.id = s.id").whenMatched().delete().execute(): Unit
  }
  isJudged("DeltaTable.upgradeTableProtocol")(tenRows)(t =>
    DeltaTable.forPath(spark, t.toString).upgradeTableProtocol(1, 4)
  )
  isJudged("the DeltaTable builder", "CREATE TABLE")(nothing)(t =>
    DeltaTable.create(spark).location(t.toString).addColumn("id", "BIGINT").execute(): Unit
  )

  isJudged("OPTIMIZE with several batches", "OPTIMIZE")(t =>
    (1 to 6).foreach(i =>
      numbers(i.toLong).coalesce(1).write.format("delta").mode("append").save(t.toString)
    )
  )(t =>
    withConf(
      "spark.databricks.delta.optimize.batchSize" -> "1",
      "spark.databricks.delta.optimize.maxFileSize" -> "1500"
    )(spark.sql(s"OPTIMIZE ${named(t)}"): Unit)
  )
  isJudged("OPTIMIZE ZORDER BY", "OPTIMIZE")(t =>
    (1 to 3).foreach(_ =>
      numbers(10).coalesce(1).write.format("delta").mode("append").save(t.toString)
    )
  )(statement(t => s"OPTIMIZE ${named(t)} ZORDER BY (id)"))
  isJudged("auto compaction after a write", "WRITE", "OPTIMIZE")(t =>
    (1 to 3).foreach(_ =>
      numbers(10).coalesce(1).write.format("delta").mode("append").save(t.toString)
    )
  )(t =>
    withConf(
      "spark.databricks.delta.autoCompact.enabled" -> "true",
      "spark.databricks.delta.autoCompact.minNumFiles" -> "2"
    )(numbers(10).write.format("delta").mode("append").save(t.toString))
  )

  isJudged("a streaming sink", "STREAMING UPDATE")(nothing) { t =>
    val source = temporaryTable()
    tenRows(source)
    val query = spark.readStream
      .format("delta")
      .load(source.toString)
      .writeStream
      .format("delta")
      .option("checkpointLocation", temporaryDirectory().toString)
      .trigger(Trigger.AvailableNow())
      .start(t.toString)
    query.awaitTermination()
  }
  isJudged("foreachBatch", "WRITE")(nothing) { t =>
    val source = temporaryTable()
    tenRows(source)
    val query = spark.readStream
      .format("delta")
      .load(source.toString)
      .writeStream
      .foreachBatch((batch: DataFrame, _: Long) =>
        batch.write.format("delta").mode("append").save(t.toString)
      )
      .option("checkpointLocation", temporaryDirectory().toString)
      .trigger(Trigger.AvailableNow())
      .start()
    query.awaitTermination()
  }
  isJudged("a thread that was never seen before", "WRITE")(tenRows) { t =>
    val threads = Executors.newSingleThreadExecutor()
    val work: Callable[Unit] =
      () => numbers(1).write.format("delta").mode("append").save(t.toString)
    try threads.submit(work).get()
    finally threads.shutdown()
  }
}
