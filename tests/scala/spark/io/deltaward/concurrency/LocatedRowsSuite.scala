package io.deltaward.concurrency

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal}
import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray
import org.scalatest.Assertion

import io.deltaward.Exhaustive
import io.deltaward.concurrency.changes.{
  RowDigest,
  RowImage,
  RowPosition,
  RowSource,
  Stretch,
  Stretches
}
import io.deltaward.concurrency.reads.MergeReads
import io.deltaward.concurrency.resolve.{ConflictResolution, Resolver}
import io.deltaward.conf.DeltawardConf
import io.deltaward.storage.LogSurgery
import org.apache.spark.sql.delta.deltaward.ReplacedResolver

/** Tests that a delete which meets a compaction reads little of the new files. A test fails if it reads one whole. */
class LocatedRowsSuite extends ConflictTest {
  import LocatedRowsSuite._

  private def twoFiles(rows: String, properties: String = ""): Seq[String] =
    Seq(
      "CREATE TABLE t (x DOUBLE, id BIGINT, s STRING, a ARRAY<STRUCT<n: INT>>) USING delta " +
        s"TBLPROPERTIES ('delta.enableDeletionVectors' = 'true'$properties)"
    ) ++ Seq(0, Rows).map { from =>
      s"INSERT INTO t SELECT /*+ COALESCE(1) */ $rows FROM range($from, ${from + Rows})"
    }

  /** Values that rule out no page. */
  private val Scattered =
    "CAST(hash(id) AS DOUBLE), CAST(NULL AS BIGINT), CAST(NULL AS STRING), array(struct(CAST(id AS INT)))"

  private val Clustered =
    "CAST(hash(id) AS DOUBLE), id, CAST(id AS STRING), array(struct(CAST(id AS INT)), NULL)"

  private def deletes(setup: Seq[String], winner: String, loser: String)(
      change: Stretches => Stretches
  ): Assertion = {
    val path = made(setup)
    val serial = copyOf(path)
    run(serial, Delete)
    ReplacedResolver(onlyLocating(change)) {
      race(path, loser)(run(path, winner)).get
    }
    assert(summary(path) == summary(serial))
    assert(summary(path).startsWith(s"[${2 * Rows - 2},"))
  }

  private def made(setup: Seq[String]): Path = copyOf(made(setup, "WriteSerializable"))

  private def summary(path: Path): String = {
    org.apache.spark.sql.delta.DeltaLog.clearCache()
    sql(s"SELECT count(*), sum(hash(x, id, s, a)) FROM ${named(path)}").mkString
  }

  private val Delete =
    s"DELETE FROM t WHERE x IN (CAST(hash(70000L) AS DOUBLE), CAST(hash(${Rows + 5}L) AS DOUBLE))"

  private val none: Stretches => Stretches = _ => Stretches.none

  test("rows are where OPTIMIZE has noted that it put them") {
    deletes(twoFiles(Scattered), "OPTIMIZE t", Delete)(identity)
  }

  test("what OPTIMIZE has noted holds for files with deleted rows, too") {
    val deleted = "DELETE FROM t WHERE a[0].n IN (3, 5)"
    val path = made(twoFiles(Scattered) :+ deleted)
    ReplacedResolver(onlyLocating(identity))(race(path, Delete)(run(path, "OPTIMIZE t")).get)
    assert(summary(path).startsWith(s"[${2 * Rows - 4},"))
  }

  test("OPTIMIZE that loses knows where it has put rows") {
    deletes(twoFiles(Scattered), Delete, "OPTIMIZE t")(identity)
  }

  test("OPTIMIZE notes rows by row group if Spark has read a file in pieces") {
    withConf(
      "parquet.block.size" -> "65536",
      "spark.sql.files.maxPartitionBytes" -> "150000",
      "spark.sql.files.openCostInBytes" -> "0"
    ) {
      var pieces = 0
      // The property makes this table different from those that other tests have made.
      deletes(twoFiles(Scattered, ", 'rows' = 'grouped'"), "OPTIMIZE t", Delete) { noted =>
        pieces = noted.byOutput.values.flatten.size
        noted
      }
      assert(pieces > 2)
    }
  }

  test("without a note, rows are found on the pages that their values can be on") {
    deletes(twoFiles(Clustered), "OPTIMIZE t", Delete)(none)
  }

  test("without a note, rows in any order are on the pages of their values", Exhaustive) {
    deletes(twoFiles(Clustered), "OPTIMIZE t ZORDER BY (id)", Delete)(none)
  }

  test("without a note, and with scattered values, rows are found by their row ids") {
    val tracked = twoFiles(Scattered, ", 'delta.enableRowTracking' = 'true'")
    deletes(tracked, "OPTIMIZE t", Delete)(none)
  }

  test("a note that is wrong finds no wrong row") {
    deletes(twoFiles(Clustered), "OPTIMIZE t", Delete) { noted =>
      Stretches(noted.byOutput.map { case (output, stretches) => output -> stretches.reverse })
    }
  }

  test("a note about another file finds no wrong row", Exhaustive) {
    deletes(twoFiles(Clustered), "OPTIMIZE t", Delete) { noted =>
      Stretches(noted.byOutput.map { case (output, stretches) =>
        output -> (Stretch("other", 0, 1) +: stretches)
      })
    }
  }

  test("files are read whole if nothing tells where the rows are") {
    val thrown = intercept[Exception](
      deletes(twoFiles(Scattered), "OPTIMIZE t", Delete)(none)
    )
    assert(thrown.getMessage.contains(OnlyLocated.Whole), thrown)
    val path = made(twoFiles(Scattered))
    ReplacedResolver(withStretches(none))(race(path, Delete)(run(path, "OPTIMIZE t")).get)
    assert(summary(path).startsWith(s"[${2 * Rows - 2},"))
  }

  /** Makes a table with a file of plain Parquet, whose groups are required, and one of Delta, whose groups are not. */
  private def converted(plain: String, rows: String): Path = {
    val path = temporaryTable()
    spark.sql(s"SELECT nullif(id, -1) AS id, $plain FROM range(1, 4)").coalesce(1)
      .write.mode("append").parquet(path.toString)
    spark.sql(s"CONVERT TO DELTA parquet.`${path.toUri.getPath}`")
    Seq(
      "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      s"INSERT INTO t SELECT /*+ COALESCE(1) */ id, $rows FROM range(1, 4)"
    ).foreach(run(path, _))
    path
  }

  private def comesOutTheSame(path: Path, winner: String, loser: String): Assertion = {
    val serial = copyOf(path)
    Seq(winner, loser).foreach(run(serial, _))
    race(path, loser)(run(path, winner)).get
    assert(content(path) == content(serial))
  }

  Seq(
    ("named_struct('x', nullif(id, id))", "NULL", "v IS NOT NULL"),
    ("array(nullif(id, id))", "CAST(array() AS ARRAY<BIGINT>)", "size(v) = 1"),
    ("CAST(map() AS MAP<STRING, STRING>)", "NULL", "v IS NOT NULL"),
    (
      "if(id > 0, array(named_struct('x', nullif(id, id))), NULL)",
      "CAST(array(NULL) AS ARRAY<STRUCT<x: BIGINT>>)",
      "v[0] IS NOT NULL"
    )
  ).zipWithIndex.foreach { case ((plain, rows, condition), i) =>
    test(
      s"$plain is not $rows, though their levels are the same in files of other schemas",
      Exhaustive.unless(i == 0): _*
    ) {
      val delete = s"DELETE FROM t WHERE id = 2 AND $condition"
      comesOutTheSame(converted(s"$plain AS v", rows), "OPTIMIZE t", delete)
      comesOutTheSame(converted(s"$plain AS v", rows), delete, "OPTIMIZE t")
    }
  }

  test("a column that a file lacks is not null where it exists by default") {
    val path = temporaryTable()
    Seq(
      "CREATE TABLE t (id BIGINT) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      "INSERT INTO t SELECT /*+ COALESCE(1) */ id FROM range(1, 4)",
      "ALTER TABLE t ADD COLUMN c INT",
      "INSERT INTO t SELECT /*+ COALESCE(1) */ id, NULL FROM range(1, 4)"
    ).foreach(run(path, _))
    val added = LogSurgery.commitName(2)
    val column = """{\"name\":\"c\",\"type\":\"integer\",\"nullable\":true,\"metadata\":{"""
    LogSurgery.deleteChecksums(path)
    LogSurgery.write(
      path,
      added,
      LogSurgery.text(path, added).replace(column, column + """\"EXISTS_DEFAULT\":\"7\"""")
    )
    org.apache.spark.sql.delta.DeltaLog.clearCache()
    assert(content(path).contains("[2,7]"))
    comesOutTheSame(path, "OPTIMIZE t", "DELETE FROM t WHERE id = 2 AND c = 7")
  }

  test("a note that would be longer than readers of a log take is left out") {
    def noted(inputs: Int) =
      Stretches(Map("output" -> (1 to inputs).map(i =>
        Stretch(s"a file with the number $i", 0, 1)
      )))
    assert(noted(10).text.map(Stretches.parse).contains(noted(10)))
    assert(noted(100000).text.isEmpty && Stretches.none.text.isEmpty)
  }

  test("files that are read little of may have more rows than may be checked") {
    withConf(DeltawardConf.MAX_ROWS_TO_CHECK.key -> "1000") {
      deletes(twoFiles(Scattered), "OPTIMIZE t", Delete)(identity)
    }
  }
}

object LocatedRowsSuite {

  /** Rows of one file. Two files have more of them than are read one by one. */
  private val Rows = 80000

  private def withStretches(change: Stretches => Stretches): Resolver.Factory =
    (rows, ranges, limits) =>
      (loser, winner, skipped) =>
        new ConflictResolution(rows, ranges, limits).resolve(
          loser.copy(stretches = change(loser.stretches)),
          winner.copy(note = change(winner.stretches).text),
          skipped
        )

  private def onlyLocating(change: Stretches => Stretches): Resolver.Factory =
    (rows, ranges, limits) => withStretches(change)(new OnlyLocated(rows), ranges, limits)
}

/** Fails where files would be read whole to find rows again. */
private class OnlyLocated(rows: RowSource) extends RowSource {
  override def deleted(vector: DeletionVectorDescriptor): RoaringBitmapArray = rows.deleted(vector)
  override def vector(at: RoaringBitmapArray): DeletionVectorDescriptor = rows.vector(at)
  override def count(files: Seq[AddFile], condition: Expression): Long =
    rows.count(files, condition)
  override def predicates(merge: MergeReads, most: Int): Option[Seq[Seq[Expression]]] =
    rows.predicates(merge, most)
  override def matching(files: Seq[AddFile], merge: MergeReads): Long = rows.matching(files, merge)
  override def values(files: Seq[AddFile], column: Attribute, most: Int): Option[Set[Literal]] =
    rows.values(files, column, most)
  override def images(
      files: Seq[AddFile],
      positions: Map[String, RoaringBitmapArray]
  ): Map[RowImage, Long] = throw new IllegalStateException(OnlyLocated.Whole)
  override def find(
      files: Seq[AddFile],
      wanted: Map[RowImage, Long]
  ): Map[RowImage, Seq[RowPosition]] = throw new IllegalStateException(OnlyLocated.Whole)
  override def located(
      lost: Map[AddFile, RoaringBitmapArray],
      files: Seq[AddFile],
      stretches: Stretches
  ): Option[Seq[RowPosition]] = rows.located(lost, files, stretches)
  override def withDigest(digest: RowDigest): RowSource = new OnlyLocated(rows.withDigest(digest))
}

private object OnlyLocated {
  val Whole = "a file would be read whole"
}
