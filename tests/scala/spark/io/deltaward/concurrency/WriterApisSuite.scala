package io.deltaward.concurrency

import java.nio.file.{Files, Path => JPath}

import scala.util.{Failure, Random, Success, Try}

import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.delta.DeltaConcurrentModificationException
import org.apache.spark.sql.functions.expr

import io.deltaward.Exhaustive
import org.apache.spark.sql.delta.deltaward.Once

/**
 * Runs each way to write a table beside another commit. The source of the rows, the other statement and its moment
 * are random. A commit must give what one of the two orders gives.
 */
class WriterApisSuite extends ConflictTest {

  private val Setup = Seq(
    "CREATE TABLE t (id BIGINT, x INT, p INT) USING delta PARTITIONED BY (p) TBLPROPERTIES " +
      "('delta.enableDeletionVectors' = 'true', 'delta.enableChangeDataFeed' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), CAST(id % 2 AS INT) FROM range(1, 11)"
  )

  private type Write = (DataFrame, Path) => Any

  private def statement(text: String): Write = (rows, path) => {
    rows.createOrReplaceTempView("source")
    run(path, text)
  }

  private def v1(mode: String, options: (String, String)*): Write = (rows, path) =>
    rows.as("new").write.format("delta").mode(mode).options(options.toMap).save(path.toString)

  private val writers: Seq[(String, Write)] = Seq(
    "INSERT INTO" -> statement("INSERT INTO t SELECT * FROM source"),
    "INSERT OVERWRITE" -> statement("INSERT OVERWRITE TABLE t SELECT * FROM source"),
    "INSERT REPLACE WHERE" ->
      statement("INSERT INTO t REPLACE WHERE p = 1 SELECT * FROM source WHERE p = 1"),
    "MERGE" -> statement("MERGE INTO t AS t USING source s ON t.id = s.id " +
      "WHEN MATCHED THEN UPDATE SET x = s.x WHEN NOT MATCHED THEN INSERT *"),
    "MERGE that inserts" -> statement(
      "MERGE INTO t AS t USING (SELECT id + 100 AS id, x, p FROM source) s ON t.id = s.id " +
        "WHEN NOT MATCHED THEN INSERT *"
    ),
    "UPDATE with a subquery" ->
      statement("UPDATE t SET x = (SELECT max(x) FROM source) WHERE id = 3"),
    "save, append" -> v1("append"),
    "save, overwrite" -> v1("overwrite"),
    "save, replaceWhere" ->
      ((rows, path) =>
        v1("overwrite", "replaceWhere" -> "p = 1")(rows.where("p = 1"), path)
      ),
    "save, dynamic" -> v1("overwrite", "partitionOverwriteMode" -> "dynamic"),
    "save, replaceUsing" -> v1("overwrite", "replaceUsing" -> "id"),
    "save, replaceOn" ->
      v1("overwrite", "replaceOn" -> "old.id = new.id", "targetAlias" -> "old"),
    "saveAsTable" ->
      ((rows, path) =>
        rows.write.format("delta").mode("overwrite").saveAsTable(named(path))
      ),
    "insertInto" -> ((rows, path) => rows.write.insertInto(named(path))),
    "insertInto, overwrite" ->
      ((rows, path) =>
        rows.write.mode("overwrite").insertInto(named(path))
      ),
    "append" -> ((rows, path) => rows.writeTo(named(path)).append()),
    "overwrite" ->
      ((rows, path) =>
        rows.where("p = 1").writeTo(named(path)).overwrite(expr("p = 1"))
      ),
    "overwritePartitions" -> ((rows, path) => rows.writeTo(named(path)).overwritePartitions()),
    "createOrReplace" ->
      ((rows, path) =>
        rows.writeTo(named(path)).using("delta").partitionedBy(expr("p")).createOrReplace()
      ),
    "DeltaTable.merge" ->
      ((rows, path) =>
        DeltaTable.forPath(spark, path.toString).as("t").merge(rows.as("s"), "t.id = s.id")
          .whenMatched().updateExpr(Map("x" -> "s.x")).whenNotMatched().insertAll().execute()
      ),
    "DeltaTable.update" ->
      ((_, path) =>
        DeltaTable.forPath(spark, path.toString)
          .updateExpr("id = 5", Map("x" -> "x + 1"))
      )
  )

  /** Each reads the same rows of the table: `id`, `x` and `p`. */
  private val sources: Seq[(String, Path => DataFrame)] = Seq(
    "its name" -> (path => spark.table(named(path))),
    "its path" -> (path => spark.read.format("delta").load(path.toString)),
    "a common table expression" ->
      (path =>
        spark.sql(
          s"WITH c AS (SELECT * FROM ${named(path)}) SELECT a.* FROM c a JOIN c b ON a.id = b.id"
        )
      ),
    "the cache" ->
      (path => {
        val rows = spark.read.format("delta").load(path.toString).where("id > 0").cache()
        rows.count()
        rows
      }),
    "a link" ->
      (path => {
        val link = temporaryDirectory().resolve("link")
        Files.createSymbolicLink(link, JPath.of(path.toUri))
        spark.read.format("delta").load(link.toString)
      }),
    "a subquery" ->
      (path =>
        spark.sql(
          s"SELECT id, x, p FROM ${named(path)} WHERE id IN (SELECT id FROM ${named(path)})"
        )
      )
  )

  private val others = Seq(
    "UPDATE t SET x = x + 100 WHERE id = 5",
    "DELETE FROM t WHERE id = 5",
    "INSERT INTO t VALUES (51, 51, 1)",
    "INSERT OVERWRITE TABLE t VALUES (5, 55, 1), (6, 66, 0)"
  )

  private type Moment = (=> Unit) => (=> Try[Any]) => Try[Any]

  private val moments: Seq[(String, Moment)] = Seq(
    "before it starts" -> (other => body => Once.beforeStart(other)(body)),
    "once it has started" -> (other => body => Once.afterStart(other)(body)),
    "before it commits" -> (other => body => Once.beforeAttempt(other)(body))
  )

  private def pick[A](random: Random, from: Seq[A]): A = from(random.nextInt(from.size))

  private def check(random: Random, writer: (String, Write)): Boolean = {
    val (source, read) = pick(random, sources)
    val (when, moment) = pick(random, moments)
    val other = pick(random, others)
    val away = random.nextBoolean()
    val level = pick(random, Seq("Serializable", "WriteSerializable"))
    val name = s"${writer._1} of rows from $source, $other ${if (away) "by another JVM " else ""}" +
      s"$when, under $level"
    val write = (path: Path) =>
      writer._2(read(path).selectExpr("id", "x + 1 AS x", "p").where("id > 2"), path)
    def serial(order: (Path => Any)*): Seq[String] = {
      val path = copyOf(made(Setup, "Serializable"))
      order.foreach { step =>
        step(path)
        spark.catalog.clearCache()
      }
      content(path)
    }
    val path = copyOf(made(Setup, level))
    val outcome = moment(elsewhere {
      if (away) byAnotherJvm(path, other) else run(path, other)
    })(Try(write(path)))
    spark.catalog.clearCache()
    val found = content(path)
    outcome match {
      case Success(_) =>
        val either = Seq(serial(write, run(_, other)), serial(run(_, other), write))
        assert(either.contains(found), name)
      case Failure(error) =>
        val conflict = Iterator.iterate(error)(_.getCause).takeWhile(_ != null)
          .exists(_.isInstanceOf[DeltaConcurrentModificationException])
        assert(conflict, s"$name: $error")
        assert(found == serial(run(_, other)), name)
    }
    outcome.isSuccess
  }

  test("some ways to write, drawn") {
    val random = new Random(42)
    random.shuffle(writers).take(4).foreach(check(random, _))
  }

  (1 to 5).foreach { seed =>
    test(s"each way to write, drawn with seed $seed", Exhaustive) {
      val random = new Random(seed)
      val committed = writers.count(check(random, _))
      info(s"$committed of ${writers.size} committed")
    }
  }
}
