package io.deltaward.concurrency

import java.nio.file.{Files, Path => JPath}

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.delta.DeltaConcurrentModificationException

import io.deltaward.Exhaustive
import org.apache.spark.sql.delta.deltaward.Once

/** Tests statements that read the table that they write, without the transaction recording it. */
class UnrecordedReadsSuite extends ConflictTest {

  private val Setting = "spark.deltaward.isolation.unrecordedReads.enabled"

  private val Feed = withProperties(TenRows.take(1), "'delta.enableChangeDataFeed' = 'true'") ++
    TenRows.drop(1)

  /** Counts rows in a way that statistics alone cannot answer. */
  private def countOf(path: Path): DataFrame =
    spark.sql(s"SELECT count(*) AS n FROM ${named(path)} WHERE id % 100 > 0")

  private def linkTo(path: Path): Path = {
    val link = temporaryDirectory().resolve("link")
    Files.createSymbolicLink(link, JPath.of(path.toUri))
    new Path(link.toUri)
  }

  /** Each returns a query whose column `n` is the number of rows, and an action that releases it. */
  private val counts: Seq[(String, Path => (DataFrame, () => Unit))] = Seq(
    "a cached DataFrame" -> { path =>
      val frame = countOf(path).cache()
      frame.count()
      (frame, () => { val _ = frame.unpersist() })
    },
    "a cached view of the table" -> { path =>
      spark.sql(s"SELECT * FROM ${named(path)} WHERE id > 0").createOrReplaceTempView("cached_rows")
      spark.sql("CACHE TABLE cached_rows")
      (
        spark.sql("SELECT count(*) AS n FROM cached_rows"),
        () => { val _ = spark.sql("UNCACHE TABLE cached_rows") }
      )
    },
    "the change data feed" -> { path =>
      (spark.sql(s"SELECT count(*) AS n FROM table_changes_by_path('$path', 1)"), () => ())
    },
    "the change data feed of the reader" -> { path =>
      val changes = spark.read.format("delta").option("readChangeFeed", "true")
        .option("startingVersion", "1").load(path.toString)
      (changes.selectExpr("count(*) AS n"), () => ())
    },
    "a link to the table" -> { path => (countOf(linkTo(path)), () => ()) },
    "an RDD over the table" -> { path =>
      val rows = countOf(path)
      (
        spark.asInstanceOf[org.apache.spark.sql.classic.SparkSession]
          .createDataFrame(rows.rdd, rows.schema),
        () => ()
      )
    },
    "a checkpoint that is not there yet" -> { path =>
      (countOf(path).localCheckpoint(false), () => ())
    }
  )

  private def withView[A](frame: DataFrame, release: () => Unit)(body: => A): A = {
    frame.createOrReplaceTempView("counted")
    try body
    finally {
      release()
      val _ = spark.catalog.dropTempView("counted")
    }
  }

  private def conflicts(outcome: Try[Unit]): Boolean =
    outcome.failed.toOption.exists(
      _.isInstanceOf[org.apache.spark.sql.delta.DeltaConcurrentModificationException]
    )

  private val ids = "DELETE FROM t WHERE id = 9"

  counts.foreach { case (kind, make) =>
    atBothLevels(s"$kind, beside a read that is recorded, of another row than the one that went") {
      level =>
        val path = copyOf(made(Feed, level))
        val (frame, release) = make(path)
        withView(frame, release) {
          val loser = "INSERT INTO t SELECT 100 + c.n, r.x, 'n' FROM counted c " +
            s"CROSS JOIN (SELECT x FROM ${named(path)} WHERE id = 5) r"
          assert(conflicts(race(path, loser)(run(path, ids))))
          assert(content(path).length == 9)
        }
    }

    atBothLevels(s"$kind as the source of a merge, and a row that went") { level =>
      val path = copyOf(made(Feed, level))
      val (frame, release) = make(path)
      withView(frame, release) {
        val loser = "MERGE INTO t AS t USING counted s ON t.id = 5 AND t.x = 5 " +
          "WHEN MATCHED THEN UPDATE SET x = s.n"
        assert(conflicts(race(path, loser)(run(path, ids))))
        assert(content(path).length == 9)
      }
    }
  }

  /** Delta alone takes each of these for a blind append. */
  counts.take(5).foreach { case (kind, make) =>
    atBothLevels(s"$kind as the only read of the table") { level =>
      val path = copyOf(made(Feed, level))
      val (frame, release) = make(path)
      withView(frame, release) {
        val loser = "INSERT INTO t SELECT n + 100, 0, 'n' FROM counted"
        assert(conflicts(race(path, loser)(run(path, ids))))
        assert(content(path).length == 9)
        run(path, loser)
        val blind =
          sql(s"DESCRIBE HISTORY ${named(path)} LIMIT 1").head.getAs[Boolean]("isBlindAppend")
        assert(!blind, "others must not take it for a blind append")
      }
    }
  }

  atBothLevels("a subquery of an update, and rows that go before its transaction begins") { level =>
    val path = copyOf(made(TenRows, level))
    val update = s"UPDATE t SET x = (SELECT max(x) FROM ${named(path)}) WHERE id = 2"
    val gone = "DELETE FROM t WHERE id = 10"
    val outcome = Once.beforeStart(elsewhere(run(path, gone)))(Try(run(path, update)))
    assert(conflicts(outcome), outcome)
    val compacted = Once.beforeStart(elsewhere(run(path, "OPTIMIZE t")))(Try(run(path, update)))
    assert(compacted.isSuccess, compacted)
    withConf(Setting -> "false") {
      assert(Once.beforeStart(elsewhere(run(path, gone)))(Try(run(path, update))).isSuccess)
    }
    assert(sql(s"SELECT x FROM ${named(path)} WHERE id = 2").head.getInt(0) == 9)
  }

  test("an INSERT into several tables is not taken for the statement before it") {
    val path = copyOf(made(Feed, "Serializable"))
    val (frame, release) = counts.head._2(path)
    withView(frame, release) {
      val other = temporaryTable()
      spark.sql(s"CREATE TABLE ${named(other)} (n BIGINT) USING delta")
      val session = spark.asInstanceOf[org.apache.spark.sql.classic.SparkSession]
      def analyse(): Unit = session.sessionState.executePlan(
        session.sessionState.sqlParser.parsePlan(s"INSERT INTO ${named(path)} VALUES (1, 1, 'v')")
      ).assertAnalyzed()
      val both = s"FROM (SELECT 100 + c.n AS n, r.x FROM counted c CROSS JOIN " +
        s"(SELECT x FROM ${named(path)} WHERE id = 5) r) " +
        s"INSERT INTO ${named(path)} SELECT n, x, 'n' INSERT INTO ${named(other)} SELECT n"
      analyse()
      val outcome = Once.beforeAttempt(elsewhere(run(path, ids)))(Try(sql(both)).map(_ => ()))
      assert(conflicts(outcome), outcome)
    }
  }

  atBothLevels("a cached DataFrame that is appended", Exhaustive) { level =>
    val path = copyOf(made(Feed, level))
    val frame = countOf(path).selectExpr("n AS id", "0 AS x", "'n' AS s").cache()
    def save(): Unit = frame.write.format("delta").mode("append").save(path.toString)
    val outcome = Once.beforeAttempt(elsewhere(run(path, ids)))(Try(save()))
    frame.unpersist()
    assert(conflicts(outcome) && content(path).length == 9)
  }

  private val TwoFiles =
    TenRows :+ "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  private val Greatest = "UPDATE t SET x = (SELECT max(x) FROM t) WHERE id = 2"

  atBothLevels("a subquery of an update, and another whole file that went") { level =>
    val path = copyOf(made(TwoFiles, level))
    val outcome = race(path, Greatest)(run(path, "DELETE FROM t WHERE id > 10"))
    assert(conflicts(outcome) && content(path).length == 10)
  }

  atBothLevels("a subquery of an update has read the same rows from a compacted table") { level =>
    val path = copyOf(made(TwoFiles, level))
    race(path, Greatest)(run(path, "OPTIMIZE t")).get
    assert(content(path).contains("[2,20,a]"))
  }

  private val Without = TwoFiles.map(_.replace("Vectors' = 'true'", "Vectors' = 'false'"))

  atBothLevels("a table without deletion vectors is compacted meanwhile", Exhaustive) { level =>
    val path = copyOf(made(Without, level))
    val (frame, release) = counts.head._2(path)
    withView(frame, release) {
      race(path, "INSERT INTO t SELECT n + 100, 0, 'n' FROM counted")(run(path, "OPTIMIZE t")).get
      assert(content(path).contains("[120,0,n]"))
    }
  }

  test("turned off, Delta lets both pass", Exhaustive) {
    val path = copyOf(made(TwoFiles, "Serializable"))
    withConf(Setting -> "false") {
      race(path, Greatest)(run(path, "DELETE FROM t WHERE id > 10")).get
    }
    assert(content(path).contains("[2,20,a]"))
  }

  private def files(at: JPath): DataFrame =
    spark.read.option(
      "recursiveFileLookup",
      "true"
    ).schema("id BIGINT, x INT, s STRING").parquet(at.toString)

  /** Reads that bypass the table's snapshot, so that what they read is unknown. */
  private val byFiles: Seq[(String, Path => DataFrame)] = Seq(
    "the table's own directory" -> { path => files(JPath.of(path.toUri)) },
    "a directory above" -> { path => files(JPath.of(path.toUri).getParent) },
    "a directory with a link to it" -> { path => files(JPath.of(linkTo(path).toUri).getParent) },
    "a table with a partition there" -> { path =>
      spark.sql(
        "CREATE TABLE with_partition (id BIGINT, x INT, s STRING, p INT) USING parquet " +
          s"PARTITIONED BY (p) LOCATION '${temporaryDirectory().resolve("elsewhere")}'"
      )
      spark.sql(s"ALTER TABLE with_partition ADD PARTITION (p = 1) LOCATION '$path'")
      spark.table("with_partition")
    },
    "the changes up to a time that is still to come" -> { path =>
      spark.sql(s"SELECT * FROM table_changes_by_path('$path', 1, '2100-01-01 00:00:00')")
    }
  )

  byFiles.foreach { case (kind, make) =>
    test(s"a read of $kind is no other table's") {
      withConf("spark.databricks.delta.changeDataFeed.timestampOutOfRange.enabled" -> "true") {
        val path = copyOf(made(Feed, "Serializable"))
        withView(make(path).selectExpr("max(id) AS n"), () => ()) {
          val loser = "INSERT INTO t SELECT 100 + c.n, r.x, 'n' FROM counted c " +
            s"CROSS JOIN (SELECT x FROM ${named(path)} WHERE id = 5) r"
          val outcome =
            race(path, loser)(run(path, "INSERT INTO t SELECT max(id) + 1, 11, 'new' FROM t"))
          val why = outcome.failed.get
          val causes = Iterator.iterate(why)(_.getCause).takeWhile(_ != null)
          assert(causes.exists(_.isInstanceOf[DeltaConcurrentModificationException]), why)
          assert(content(path).length == 11)
        }
        spark.sql("DROP TABLE IF EXISTS with_partition")
      }
    }
  }

  Seq[(String, Path => JPath)](
    "a directory above" -> { path => JPath.of(path.toUri).getParent },
    "a directory with a link to it" -> { path => JPath.of(linkTo(path).toUri).getParent }
  ).foreach { case (kind, root) =>
    test(s"a read of $kind is no other table's, though the table has no files yet") {
      val path = temporaryTable()
      run(
        path,
        "CREATE TABLE t (id BIGINT, x INT, s STRING) USING delta " +
          "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
      )
      val from = root(path)
      spark.range(1).selectExpr("id", "0 AS x", "'other' AS s").write.parquet(s"$from/other")
      withView(files(from).selectExpr("count(*) AS n"), () => ()) {
        val loser = "INSERT INTO t SELECT c.n + r.n, 0, 'n' FROM counted c " +
          s"CROSS JOIN (SELECT count(*) AS n FROM ${named(path)} WHERE id = 5) r"
        val outcome = race(path, loser)(run(path, "INSERT INTO t SELECT count(*), 1, 'new' FROM t"))
        assert(conflicts(outcome), outcome)
      }
    }
  }

  private val fixed: Seq[(String, Path => DataFrame)] = Seq(
    "another table" -> { _ =>
      val other = copyOf(made(TenRows :+ "DELETE FROM t WHERE id > 3", "Serializable"))
      spark.sql(s"ALTER TABLE ${named(other)} SET TBLPROPERTIES ('a' = 'b')")
      val copied = temporaryTable()
      spark.sql(s"CREATE TABLE ${named(copied)} USING delta AS SELECT * FROM ${named(other)}")
      countOf(copied)
    },
    "a version of the table" -> { path =>
      spark.sql(s"SELECT count(*) AS n FROM ${named(path)} VERSION AS OF 1")
    },
    "the changes up to a version" -> { path =>
      spark.sql(s"SELECT count(*) AS n FROM table_changes_by_path('$path', 1, 1)")
    },
    "rows of the program" -> { _ =>
      val session = spark.asInstanceOf[org.apache.spark.sql.classic.SparkSession]
      val rows = session.sparkContext.parallelize(Seq(org.apache.spark.sql.Row(7L)))
      session.createDataFrame(rows, new org.apache.spark.sql.types.StructType().add("n", "long"))
    },
    "files that are no table" -> { _ =>
      val files = temporaryDirectory().resolve("rows").toString
      spark.range(7, 8).toDF("n").write.parquet(files)
      spark.read.parquet(files)
    },
    "a checkpoint that is there" -> { path => countOf(path).localCheckpoint(true) },
    "an expression over a query by a name" -> { _ =>
      spark.sql("WITH c AS (SELECT 7L AS n) SELECT a.n FROM c a JOIN c b ON a.n = b.n")
    }
  )

  fixed.foreach { case (kind, make) =>
    test(s"$kind is no read that could have changed") {
      val path = copyOf(made(Feed, "Serializable"))
      val copy = copyOf(path)
      withView(make(path), () => ()) {
        def loser(of: Path) = "INSERT INTO t SELECT 100 + c.n, r.x, 'n' FROM counted c " +
          s"CROSS JOIN (SELECT x FROM ${named(of)} WHERE id = 5) r"
        race(path, loser(path))(run(path, ids)).get
        Seq(ids, loser(copy)).foreach(run(copy, _))
        assert(content(path) == content(copy))
      }
    }
  }
}
