package io.deltaward.guard

import java.nio.file.{Files, Path => JPath}

import scala.jdk.CollectionConverters._

import org.apache.hadoop.fs.Path

import io.deltaward.commands.CommandTest

/** Tests the order of actions in commits that mark rows as deleted, for clients that know files by path only. */
class RemovesFirstSuite extends CommandTest {

  private val key = "spark.deltaward.commit.removesFirst.enabled"

  private val marking = Seq(
    "DELETE FROM t WHERE id = 2",
    "UPDATE t SET id = 30 WHERE id = 3",
    "MERGE INTO t AS target USING (SELECT 1L id) s ON target.id = s.id WHEN MATCHED THEN DELETE"
  )

  private def made(): Path = {
    val path = new Path(Files.createTempDirectory("removes").resolve("t").toUri)
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    sql(s"INSERT INTO ${named(path)} SELECT /*+ COALESCE(1) */ id FROM range(6)")
    path
  }

  /** Returns the kinds of the newest commit's file actions, in their order. */
  private def order(table: Path): Seq[String] = {
    val log = JPath.of(table.toUri).resolve("_delta_log")
    val newest = Files.list(log).iterator.asScala.filter(_.toString.endsWith(".json")).max
    Files.readAllLines(newest).asScala.toSeq
      .map(_.drop(2).takeWhile(_ != '"')).filter(Set("add", "remove"))
  }

  private def after(statement: String, on: Boolean): (Seq[String], Set[Long]) =
    withConf(key -> on.toString) {
      val table = made()
      sql(statement.replaceFirst("\\bt\\b", named(table)))
      (order(table), sql(s"SELECT id FROM ${named(table)}").map(_.getLong(0)).toSet)
    }

  test("the order stays where no file is both removed and added") {
    val overwrite = "INSERT OVERWRITE t VALUES (7)"
    assert(after(overwrite, on = true)._1 == after(overwrite, on = false)._1)
  }

  marking.foreach { statement =>
    test(s"a removal comes ahead of the file with its new deletion vector: $statement") {
      val (delta, rows) = after(statement, on = false)
      assert(
        delta.indexOf("add") < delta.indexOf("remove"),
        "Delta's own order is the one that is mended"
      )
      val (ordered, same) = after(statement, on = true)
      assert(ordered.head == "remove" && ordered.sorted == delta.sorted)
      assert(same == rows)
    }
  }
}
