package io.deltaward.drops

import java.io.File

import scala.jdk.CollectionConverters._

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path

import io.deltaward.{Exhaustive, RunningDelta}
import io.deltaward.commands.CommandTest
import io.deltaward.storage.LogSurgery

/** Tests that a clustered table keeps column mapping, without which Delta cannot read the clustering. */
class ClusteredTableSuite extends CommandTest {

  private val Condition = "DELTAWARD_COMMIT_REFUSED.CLUSTERING_UNREADABLE"

  /** Creates a clustered table with column mapping and deletion vectors, as Databricks does. */
  private def clustered(columns: String = "k"): Path = {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} (id BIGINT, k STRING, s STRUCT<c: INT>) USING delta " +
        s"CLUSTER BY ($columns) TBLPROPERTIES ('delta.columnMapping.mode' = 'name', " +
        "'delta.enableDeletionVectors' = 'true')"
    )
    sql(
      s"INSERT INTO ${named(table)} SELECT id, CAST(id % 3 AS STRING), named_struct('c', CAST(id AS INT)) " +
        "FROM range(0, 10, 1, 1)"
    )
    sql(s"DELETE FROM ${named(table)} WHERE id = 3")
    table
  }

  private def refused(table: Path, statement: String): Unit = {
    val before = files(table)
    val error = failure(sql(statement))
    assert(error.getCondition == Condition)
    val _ = assert(files(table) == before)
  }

  /** Returns the paths of all files of the table and its log. */
  private def files(table: Path): Set[String] =
    FileUtils.listFiles(new File(table.toUri), null, true).asScala.map(_.getPath).toSet

  private def works(table: Path): Unit = Seq(
    "SELECT * FROM {t}",
    "DESCRIBE DETAIL {t}",
    "SHOW TBLPROPERTIES {t}",
    "INSERT INTO {t} VALUES (20, 'x', named_struct('c', 1))",
    "UPDATE {t} SET k = 'y' WHERE id = 20",
    "MERGE INTO {t} t USING (SELECT 20L AS n) s ON t.id = s.n WHEN MATCHED THEN DELETE",
    "OPTIMIZE {t}",
    "ALTER TABLE {t} ADD COLUMN late INT",
    "ALTER TABLE {t} SET TBLPROPERTIES ('a' = 'b')",
    "ALTER TABLE {t} CLUSTER BY (id)",
    "OPTIMIZE {t} FULL",
    "VACUUM {t}",
    "RESTORE TABLE {t} TO VERSION AS OF 1"
  ).foreach(statement => sql(statement.replace("{t}", named(table))))

  Seq(
    "DROP FEATURE columnMapping",
    "DROP FEATURE columnMapping TRUNCATE HISTORY",
    "SET TBLPROPERTIES ('delta.columnMapping.mode' = 'none')"
  ).foreach { change =>
    test(s"$change is refused, and nothing is written") {
      val table = clustered()
      refused(table, s"ALTER TABLE ${named(table)} $change")
    }
  }

  test("the plan names the statements to run before and after the drop") {
    val table = clustered("k, s.c")
    val step = one(s"EXPLAIN DROP FEATURE columnMapping FOR ${named(table)}")
    assert(step("action") == "REFUSE" && step("errorCondition") == Condition)
    assert(step("statement").toString.endsWith("CLUSTER BY NONE"))
    val again = "ALTER TABLE \\.\\.\\. CLUSTER BY \\(k, s\\.c\\)".r
      .findFirstIn(step("description").toString).get
    sql(step("statement").toString)
    sql(s"ALTER TABLE ${named(table)} DROP FEATURE columnMapping")
    sql(again.replace("...", named(table)))
    val detail = one(s"DESCRIBE DETAIL ${named(table)}")
    assert(detail("clusteringColumns") == Seq("k", "s.c"))
    works(table)
  }

  test("an audit names the statements that keep the clustering") {
    val table = clustered("k, s.c")
    val answer = one(
      s"SHOW PROTOCOL COMPATIBILITY IN TABLES (${named(table)}) FOR CLIENT 'delta-standalone'"
    )
    val steps = answer("unlockedBy").asInstanceOf[collection.Seq[String]].toSeq
    assert(steps.containsSlice(
      Seq("CLUSTER BY NONE", "DROP FEATURE columnMapping", "CLUSTER BY (k, s.c)")
    ))
    steps.foreach(step => sql(s"ALTER TABLE ${named(table)} $step"))
    works(table)
  }

  private val Compatible = "MAKE COMPATIBLE WITH CLIENT 'delta-standalone' FOR READ"

  private def columns(table: Path): Any =
    one(s"DESCRIBE DETAIL ${named(table)}")("clusteringColumns")

  test("MAKE COMPATIBLE takes the clustering away for the drop, and clusters again afterwards") {
    val table = clustered("k, s.c")
    val before = sql(s"SELECT * FROM ${named(table)}").map(_.toString).toSeq.sorted
    val fix =
      one(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'delta-standalone'")("fix")
    assert(fix.toString.contains("MAKE COMPATIBLE WITH CLIENT"))
    val planned = rows(spark.sql(s"ALTER TABLE ${named(table)} $Compatible DRY RUN"))
    val done = rows(spark.sql(s"ALTER TABLE ${named(table)} $Compatible"))
    assert(done.map(_("statement")) == planned.map(_("statement")))
    assert(done.map(_("commits")) == planned.map(_("commits")))
    val steps = done.map(_("statement").toString.stripPrefix(s"ALTER TABLE ${named(table)} "))
    assert(steps.filter(_.contains("CLUSTER")) == Seq("CLUSTER BY NONE", "CLUSTER BY (k, s.c)"))
    assert(done.forall(_("status") == "DONE"))
    assert(columns(table) == Seq("k", "s.c"))
    assert(sql(s"SELECT * FROM ${named(table)}").map(_.toString).toSeq.sorted == before)
    works(table)
  }

  test("no feature is named to drop that Delta does not drop") {
    val step = one(s"EXPLAIN DROP FEATURE domainMetadata FOR ${named(clustered())}")
    if (RunningDelta.isAtLeast("4.1"))
      assert(step("errorCondition") == "DELTA_FEATURE_DROP_DEPENDENT_FEATURE")
    else {
      assert(step("errorCondition") == "DELTA_FEATURE_DROP_NONREMOVABLE_FEATURE")
      assert(step("description").toString.contains("Delta Lake 4.1 and later can drop"))
    }
    assert(step("statement") == null)
  }

  test("a table that cannot be clustered again is left as it is") {
    val table = clustered("k")
    sql(
      s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.dataSkippingNumIndexedCols' = '1')"
    )
    val before = files(table)
    Seq("", " DRY RUN").foreach { dry =>
      val error = failure(sql(s"ALTER TABLE ${named(table)} $Compatible$dry"))
      assert(error.getCondition == "DELTAWARD_CANNOT_MAKE_COMPATIBLE.DROP_REFUSED")
      assert(error.toString.contains("DELTA_CLUSTERING_COLUMN_MISSING_STATS"), error)
    }
    val planned = one(s"EXPLAIN DROP FEATURE columnMapping FOR ${named(table)}")
    assert(planned("errorCondition") == Condition && planned("statement") == null)
    assert(planned("description").toString.contains("columns that have statistics"))
    val shown = "FOR CLIENT 'delta-standalone'"
    assert(one(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} $shown")("fix") == null)
    assert(one(
      s"SHOW PROTOCOL COMPATIBILITY IN TABLES (${named(table)}) $shown"
    )("unlockedBy") == null)
    assert(files(table) == before)
    sql(s"ALTER TABLE ${named(table)} UNSET TBLPROPERTIES ('delta.dataSkippingNumIndexedCols')")
    sql(s"ALTER TABLE ${named(table)} $Compatible")
    assert(columns(table) == Seq("k"))
  }

  test("with TRUNCATE HISTORY, which waits, MAKE COMPATIBLE refuses before it changes the table") {
    val table = clustered()
    sql(
      s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('deltaward.allowedFeatures' = 'appendOnly, " +
        "invariants, deletionVectors, columnMapping, clustering, domainMetadata')"
    )
    val before = files(table)
    val error = failure(sql(s"ALTER TABLE ${named(table)} $Compatible"))
    assert(error.getCondition == Condition)
    assert(error.toString.contains("CLUSTER BY NONE"), error)
    assert(files(table) == before)
  }

  test("a table that is broken already is found, with the statement that repairs it") {
    val table = clustered()
    val whole = TableLogFiles.commits(table).last
    withConf("spark.deltaward.enabled" -> "false") {
      sql(s"ALTER TABLE ${named(table)} DROP FEATURE columnMapping")
    }
    intercept[NoSuchElementException](sql(s"DESCRIBE DETAIL ${named(table)}"))
    Seq("", " INSPECT LOG").foreach { clause =>
      val found = one(s"DESCRIBE PROTOCOL ${named(table)}$clause")("problems").toString
      assert(found.contains("RESTORE it to the version before REMOVE COLUMN MAPPING"), clause)
    }
    val verdicts = rows(spark.sql(
      s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'delta-spark'"
    ))
    assert(verdicts.map(row => (row("readVerdict"), row("writeVerdict"))) == Seq(("OK", "UNKNOWN")))
    sql(s"INSERT INTO ${named(table)} (id) VALUES (99)")
    val copy = temporaryTable()
    sql(s"CREATE TABLE ${named(copy)} USING delta AS SELECT * FROM ${named(table)}")
    assert(sql(s"SELECT * FROM ${named(copy)} WHERE id = 99").length == 1)
    assert(sql(s"DESCRIBE HISTORY ${named(table)}").exists { row =>
      row.getAs[Long]("version") == whole + 1 &&
      row.getAs[String]("operation") == "REMOVE COLUMN MAPPING"
    })
    sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF $whole")
    assert(one(s"DESCRIBE PROTOCOL ${named(table)}")("problems") == Nil)
    works(table)
  }

  private val checkpoints: Seq[(String, Map[String, String], Option[String])] = Seq(
    ("without a checkpoint", Map.empty, None),
    ("with a checkpoint", Map.empty, Some("classic")),
    (
      "with a checkpoint in parts",
      Map("spark.databricks.delta.checkpoint.partSize" -> "1"),
      Some("classic")
    ),
    ("with a v2 checkpoint in Parquet", Map(v2Format -> "parquet"), Some("v2")),
    ("with a v2 checkpoint in JSON", Map(v2Format -> "json"), Some("v2"))
  )

  private def v2Format = "spark.databricks.delta.checkpointV2.topLevelFileFormat"

  checkpoints.foreach { case (kind, conf, policy) =>
    val isUsual = Set("without a checkpoint", "with a checkpoint")(kind)
    test(
      s"the clustering is found in a log without checksums, $kind",
      Exhaustive.unless(isUsual): _*
    ) {
      val table = clustered("k, s.c")
      policy.foreach(name =>
        sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.checkpointPolicy' = '$name')")
      )
      def forgetting(): Unit = {
        policy.foreach(_ => withConf(conf.toSeq: _*)(makeCheckpoint(table)))
        sql(s"INSERT INTO ${named(table)} (id) VALUES (50)")
        LogSurgery.deleteChecksums(table)
      }
      def write(where: String) =
        one(s"SHOW PROTOCOL COMPATIBILITY $where FOR CLIENT 'delta-spark'")(
          "writeVerdict"
        )

      forgetting()
      val steps = one(
        s"SHOW PROTOCOL COMPATIBILITY IN TABLES (${named(table)}) FOR CLIENT 'delta-standalone'"
      )("unlockedBy").asInstanceOf[collection.Seq[String]]
      assert(steps.contains("CLUSTER BY (k, s.c)"))
      assert(one(s"DESCRIBE PROTOCOL ${named(table)} INSPECT LOG")("problems") == Nil)
      assert(write(named(table)) == "OK")

      withConf("spark.deltaward.enabled" -> "false") {
        sql(s"ALTER TABLE ${named(table)} DROP FEATURE columnMapping")
      }
      forgetting()
      Seq("", " INSPECT LOG").foreach { clause =>
        val found = one(s"DESCRIBE PROTOCOL ${named(table)}$clause")
        assert(found("problems").toString.contains("RESTORE it to the version"), clause)
        assert(found("isValid") == false)
      }
      assert(write(named(table)) == "UNKNOWN")
      assert(write(s"IN TABLES (${named(table)})") == "UNKNOWN")
    }
  }

  test("a table that was created without column mapping keeps its clustering") {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} (id BIGINT, k STRING, s STRUCT<c: INT>) USING delta CLUSTER BY (k)"
    )
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')")
    sql(s"ALTER TABLE ${named(table)} DROP FEATURE columnMapping")
    assert(one(s"DESCRIBE DETAIL ${named(table)}")("clusteringColumns") == Seq("k"))
  }

  test("RESTORE can return to a version without column mapping") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT, k STRING) USING delta CLUSTER BY (k)")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')")
    sql(s"ALTER TABLE ${named(table)} RENAME COLUMN k TO key")
    sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 0")
    assert(sql(s"DESCRIBE DETAIL ${named(table)}").nonEmpty)
  }
}
