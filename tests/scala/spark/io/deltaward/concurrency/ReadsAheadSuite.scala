package io.deltaward.concurrency

import java.nio.file.{Files, Path => JPath}

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.DataFrame

import io.deltaward.Exhaustive
import org.apache.spark.sql.delta.deltaward.Once

/**
 * Tests statements that can read rows committed after their transaction began. They are not ordered before such
 * rows.
 */
class ReadsAheadSuite extends ConflictTest {

  private val Feed = withProperties(TenRows.take(1), "'delta.enableChangeDataFeed' = 'true'") ++
    TenRows.drop(1)

  private val insert = "INSERT INTO t VALUES (50, 5, 'w')"

  /** Each returns the source that the statement reads, and an action that runs right after the insert. */
  private val sources: Seq[(String, Path => (DataFrame, () => Unit))] = Seq(
    "the change data feed" -> { path =>
      (spark.sql(s"SELECT id, x FROM table_changes_by_path('$path', 0)"), () => ())
    },
    "a link to the table" -> { path =>
      val link = temporaryDirectory().resolve("link")
      Files.createSymbolicLink(link, JPath.of(path.toUri))
      (spark.sql(s"SELECT id, x FROM delta.`$link`"), () => ())
    },
    "rows that were cached meanwhile" -> { path =>
      val query = s"SELECT id, x FROM ${named(path)} WHERE id > 0"
      (spark.sql(query), () => { val _ = spark.sql(query).cache().count() })
    }
  )

  private val merge = "MERGE INTO t AS t USING source s ON t.id = s.id " +
    "WHEN NOT MATCHED THEN INSERT (id, x, s) VALUES (s.id, -1, 'l')"

  private val copy = "INSERT INTO t SELECT s.id, -1, 'l' FROM source s LEFT ANTI JOIN " +
    "(SELECT id AS i FROM TARGET) r ON r.i = s.id"

  for {
    (kind, make) <- sources
    (name, loser) <- Seq("a merge from" -> merge, "an insert from" -> copy)
  } test(s"$name $kind", Exhaustive.unless(loser == merge): _*) {
    val path = copyOf(made(Feed, "WriteSerializable"))
    val (source, meanwhile) = make(path)
    source.createOrReplaceTempView("source")
    val outcome = Once.afterStart(elsewhere { run(path, insert); meanwhile() })(
      Try(run(path, loser.replace("TARGET", named(path))))
    )
    spark.catalog.clearCache()
    assert(content(path).filter(_.startsWith("[50,")) == Seq("[50,5,w]"), outcome)
  }

  test("a merge from another table is ordered before an insert, as by Delta alone") {
    val path = copyOf(made(Feed, "WriteSerializable"))
    val other = copyOf(made(TenRows, "WriteSerializable"))
    spark.sql(s"CREATE OR REPLACE TEMP VIEW source AS SELECT id + 100 AS id FROM ${named(other)}")
    Once.afterStart(elsewhere(run(path, insert)))(run(path, merge))
    assert(content(path).length == 21)
  }

  /** Each writes rows that replace those with the same id. */
  private val replacing: Seq[(String, (DataFrame, Path) => Unit)] = Seq(
    "save with replaceUsing" -> { (rows, path) =>
      rows.write.format("delta").mode("overwrite").option("replaceUsing", "id").save(path.toString)
    },
    "save with replaceOn" -> { (rows, path) =>
      rows.as("new").write.format("delta").mode("overwrite").option("targetAlias", "old")
        .option("replaceOn", "old.id = new.id").save(path.toString)
    },
    "insertInto with replaceUsing" -> { (rows, path) =>
      rows.write.format("delta").mode("overwrite").option("replaceUsing", "id")
        .insertInto(named(path))
    },
    "saveAsTable with replaceUsing" -> { (rows, path) =>
      rows.write.format("delta").mode("overwrite").option("replaceUsing", "id")
        .saveAsTable(named(path))
    }
  )

  replacing.zipWithIndex.foreach { case ((api, write), index) =>
    Seq(
      "the table" -> "SELECT * FROM TARGET",
      "a common table expression" ->
        "WITH c AS (SELECT * FROM TARGET) SELECT a.* FROM c a JOIN c b ON a.id = b.id"
    ).foreach {
      case (kind, query) =>
        val tags = Exhaustive.unless(index < 3 && kind == "the table" || index == 0)
        test(s"$api, of rows read from $kind that change before its transaction begins", tags: _*) {
          val path = copyOf(made(TenRows, "Serializable"))
          val rows = spark.sql(query.replace("TARGET", named(path))).where("id = 5")
            .selectExpr("id", "x + 1 AS x", "s")
          val outcome = Once.beforeStart(
            elsewhere(run(path, "UPDATE t SET x = x + 100 WHERE id = 5"))
          )(Try(write(rows, path)))
          // A write that reads its rows after the update need not fail.
          if (outcome.isFailure) {
            assert(content(path).contains("[5,105,a]"))
            write(rows, path)
          }
          assert(content(path).contains("[5,106,a]"))
        }
    }
  }

  private val overwriting: Seq[(String, (DataFrame, Path) => Unit)] = Seq(
    "save" -> { (rows, path) =>
      rows.write.format("delta").mode("overwrite").save(path.toString)
    },
    "save with replaceWhere" -> { (rows, path) =>
      rows.write.format("delta").mode("overwrite").option("replaceWhere", "id > 0")
        .save(path.toString)
    },
    "saveAsTable" -> { (rows, path) =>
      rows.write.format("delta").mode("overwrite").saveAsTable(named(path))
    },
    "createOrReplace" -> { (rows, path) =>
      rows.writeTo(named(path)).using("delta").createOrReplace()
    },
    "insertInto" -> { (rows, path) =>
      rows.write.mode("overwrite").insertInto(named(path))
    }
  )

  overwriting.foreach { case (api, write) =>
    test(s"$api of cached rows, of which another JVM deletes one before its transaction begins") {
      val path = copyOf(made(TenRows, "Serializable"))
      val rows = spark.read.format("delta").load(path.toString).where("id > 0").cache()
      assert(rows.count() == 10)
      val outcome = Once.beforeStart(
        elsewhere(byAnotherJvm(path, "DELETE FROM t WHERE id = 9"))
      )(Try(write(rows, path)))
      rows.unpersist()
      assert(outcome.failed.toOption.map(reasonOf).contains("CACHED_READ"), outcome)
      assert(content(path).length == 9)
    }
  }
}
