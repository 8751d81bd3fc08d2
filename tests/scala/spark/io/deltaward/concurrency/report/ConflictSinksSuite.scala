package io.deltaward.concurrency.report

import java.nio.file.Files

import org.apache.hadoop.fs.Path
import org.scalatest.concurrent.Eventually
import org.scalatest.time.{Seconds, Span}

import io.deltaward.concurrency.ConflictTest
import io.deltaward.conf.{ConflictSink, DeltawardConf}
import io.deltaward.guard.LoggedWarnings

/** Tests where conflict events are kept, and that commits do not notice. */
class ConflictSinksSuite extends ConflictTest with Eventually {

  implicit override val patienceConfig: PatienceConfig = PatienceConfig(timeout = Span(60, Seconds))

  private val Key = DeltawardConf.CONFLICTS_SINK.key

  /** Makes a conflict that is resolved, and one that is not. */
  private def conflicts(): Path = {
    val path = copyOf(made(TenRows, "Serializable"))
    race(path, "DELETE FROM t WHERE id = 2")(run(path, "DELETE FROM t WHERE id = 1")).get
    race(path, "DELETE FROM t WHERE id = 3")(run(path, "DELETE FROM t WHERE id = 3")).failed.get
    path
  }

  private def newest(path: Path): Seq[String] =
    ConflictEvents.all.filter(_.tablePath.endsWith(path.toUri.getPath)).map(_.number.toString)

  test("files of JSON lines, whole ones, with every column") {
    val directory = Files.createTempDirectory("conflicts").toString
    val path = withConf(Key -> s"json.`$directory`")(conflicts())
    def kept = spark.read.json(directory)
    eventually(assert(kept.count() == 2))
    val row = kept.orderBy("number").collect()(1)
    assert(row.getAs[String]("reason") == "SAME_ROW_CHANGED")
    assert(row.getAs[String]("outcome") == "FAILED")
    assert(row.getAs[Boolean]("retryable"))
    assert(row.getAs[String]("checkedAt").endsWith("Z"))
    assert(kept.columns.toSet == sql("SHOW COMMIT CONFLICTS").head.schema.fieldNames.toSet)
    assert(kept.select("number").collect().map(_.get(0).toString).toSet == newest(path).toSet)
    assert(new java.io.File(directory).list.forall(name => name.contains("conflicts-")))
  }

  Seq(
    "by path" -> s"delta.`${Files.createTempDirectory("conflicts")}/table`",
    "by name" -> "conflict_log"
  )
    .foreach { case (how, table) =>
      test(
        s"a Delta table $how, which is made when it is not there, and whose own commits are no events"
      ) {
        val path = withConf(Key -> table)(conflicts())
        eventually(assert(spark.table(table).count() == 2))
        val again = withConf(Key -> table)(conflicts())
        eventually(assert(spark.table(table).count() == 4))
        val kept = spark.table(table).select("number").collect().map(_.get(0).toString).toSet
        assert(kept == (newest(path) ++ newest(again)).toSet)
        assert(spark.table(table).schema.fieldNames.toSeq ==
          sql("SHOW COMMIT CONFLICTS").head.schema.fieldNames.toSeq)
        assert(!ConflictEvents.all.exists(_.tableName.contains("conflict")))
        spark.sql(s"DROP TABLE IF EXISTS conflict_log")
      }
    }

  test("a failing sink fails no commit, and the next sink works") {
    val file = Files.createTempFile("conflicts", ".txt")
    withConf(Key -> s"json.`$file/below/a/file`")(conflicts())
    withConf(Key -> "no_such_schema.conflicts")(conflicts())
    val directory = Files.createTempDirectory("conflicts").toString
    withConf(Key -> s"json.`$directory`")(conflicts())
    eventually(assert(spark.read.json(directory).count() == 2))
  }

  test("the error of a sink hides the secrets in its address") {
    val directory = Files.createTempDirectory("conflicts").toString
    val told = LoggedWarnings.record(ConflictSinks.getClass) {
      withConf(Key -> "json.`nowhere://user:hunter2@bucket/events`")(conflicts())
      withConf(Key -> s"json.`$directory`")(conflicts())
      eventually(assert(spark.read.json(directory).count() == 2))
    }
    assert(told.exists(_.contains("nowhere://***@bucket/events")) &&
      !told.exists(_.contains("hunter2")))
  }

  test("an unrelated table as a sink gets no columns and no events") {
    sql("CREATE TABLE others (id BIGINT, reason STRING) USING delta")
    sql("CREATE TABLE messages (message STRING, number BIGINT) USING delta")
    val path = copyOf(made(TenRows, "Serializable"))
    val directory = Files.createTempDirectory("conflicts").toString
    withConf(Key -> "others")(conflicts())
    withConf(Key -> "messages")(conflicts())
    withConf(Key -> s"delta.`${path.toUri.getPath}`")(conflicts())
    withConf(Key -> s"json.`$directory`")(conflicts())
    eventually(assert(spark.read.json(directory).count() == 2))
    assert(spark.table("others").columns.length == 2 && spark.table("others").isEmpty)
    assert(spark.table("messages").columns.length == 2 && spark.table("messages").isEmpty)
    assert(content(path).size == 10)
    sql("DROP TABLE others")
    sql("DROP TABLE messages")
  }

  test("a name without a schema is of the one that the session uses") {
    sql("CREATE SCHEMA operations")
    sql("USE operations")
    try {
      withConf(Key -> "conflict_log")(conflicts())
      eventually(assert(spark.table("operations.conflict_log").count() == 2))
      assert(!spark.catalog.tableExists("default.conflict_log"))
    } finally {
      sql("USE default")
      spark.sql("DROP SCHEMA operations CASCADE"): Unit
    }
  }

  test("the table of events gets no events of its own conflicts") {
    val directory = Files.createTempDirectory("conflicts")
    val sink = directory.resolve("table").toString
    withConf(Key -> s"delta.`$sink`") {
      conflicts()
      eventually(assert(spark.read.format("delta").load(sink).count() == 2))
      val clear = s"DELETE FROM delta.`$sink` WHERE outcome = 'FAILED'"
      race(new Path(sink), clear)(spark.sql(clear): Unit).failed.get
      conflicts()
      eventually(assert(spark.read.format("delta").load(sink).count() == 3))
    }
    assert(spark.read.format("delta").load(sink).where(s"tablePath LIKE '%$sink'").isEmpty)
  }

  test("an invalid sink is refused when it is set") {
    val error = intercept[IllegalArgumentException](spark.conf.set(Key, "not a name"))
    assert(error.getMessage.contains("must be memory"))
    assert(ConflictSink.parse("Memory").contains(ConflictSink.Memory))
    assert(ConflictSink.parse("a.b").contains(ConflictSink.Table("a.b")))
    assert(ConflictSink.parse("Delta.`/x y`").contains(ConflictSink.TableAt("/x y")))
    Seq("", "json.``", "json.` `", "csv.`/x`", "Parquet.`/x`", "a.b.c.d").foreach(text =>
      assert(ConflictSink.parse(text).isEmpty, text)
    )
  }
}
