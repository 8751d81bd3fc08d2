package io.deltaward.commands

import java.io.File

import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.scalatest.Assertion

import io.deltaward.{Exhaustive, MadeTables, RunningDelta}
import io.deltaward.storage.FaultyFileSystem
import io.deltaward.storage.FaultyFileSystem.{Fault, FileChange}

/**
 * Explains each statement on a file system that records writes, and then runs it. Explaining must write nothing, and
 * must foresee what happens, even an error.
 */
class ExplainProtocolAgreementSuite extends CommandTest {

  /** @param make creates the table of that name, with the columns `id INT, v STRING` */
  private case class Table(name: String, make: String => Unit)

  private def created(name: String, clauses: String): Table = Table(
    name,
    table => {
      sql(s"CREATE TABLE $table (id INT, v STRING) USING delta $clauses")
      sql(s"INSERT INTO $table VALUES (1, 'a'), (2, 'b'), (3, 'a')"): Unit
    }
  )

  private def having(name: String, properties: String): Table =
    created(name, s"TBLPROPERTIES ($properties)")

  private val tables: Seq[Table] = Seq(
    created("plain", ""),
    created("partitioned", "PARTITIONED BY (v)"),
    created("clustered", "CLUSTER BY (id)"),
    having("typeWidening", "'delta.enableTypeWidening' = 'true'"),
    having("rowTracking", "'delta.enableRowTracking' = 'true'"),
    having("columnMapping", "'delta.columnMapping.mode' = 'name', 'a' = 'b'"),
    having("legacy", "'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5'"),
    Table(
      "deletionVectors",
      table => {
        having("", "'delta.enableDeletionVectors' = 'true'").make(table)
        sql(s"DELETE FROM $table WHERE id = 2"): Unit
      }
    )
  )

  /** @param on tables on which `make test` tries the statement */
  private case class Statement(sql: String => String, on: String*)

  /** Has a column whose type needs a feature that Delta adds to an existing table by itself. */
  private val source = "SELECT 2 AS id, 'c' AS v, parse_json('[1]') AS w"
  private val mapping = "'delta.columnMapping.mode'"
  private val vectors = "'delta.enableDeletionVectors' = 'true'"

  private def altering(action: String, on: String*): Statement =
    Statement(table => s"ALTER TABLE $table $action", on: _*)

  private val statements: Seq[Statement] = Seq(
    altering("ADD CONSTRAINT positive CHECK (id >= 0)", "plain"),
    altering("ADD CONSTRAINT negative CHECK (id < 0)", "plain"),
    altering("CLUSTER BY (id)", "plain", "partitioned"),
    altering("ALTER COLUMN id TYPE BIGINT", "plain", "typeWidening"),
    altering("RENAME COLUMN v TO w", "plain", "columnMapping"),
    altering("DROP COLUMN id", "columnMapping"),
    altering("ADD COLUMNS (w VARIANT)", "legacy", "plain"),
    altering("REPLACE COLUMNS (id INT, v STRING, w VARIANT)"),
    altering("ALTER COLUMN id SET DEFAULT 5", "plain"),
    // Delta 3.2 cannot turn on row tracking for an existing table.
    if (RunningDelta.isAtLeast("3.3"))
      altering(s"SET TBLPROPERTIES ('delta.enableRowTracking' = 'true', $vectors)", "plain")
    else altering(s"SET TBLPROPERTIES ($vectors)", "plain"),
    altering(s"SET TBLPROPERTIES ($mapping = 'none')", "columnMapping", "plain"),
    altering(s"SET TBLPROPERTIES ($mapping = 'none', $vectors)", "columnMapping"),
    altering(s"UNSET TBLPROPERTIES ($mapping)", "columnMapping"),
    altering(s"UNSET TBLPROPERTIES ($mapping, 'a')", "columnMapping"),
    altering(s"SET TBLPROPERTIES ('delta.minWriterVersion' = '2', $vectors)", "plain"),
    altering("SET TBLPROPERTIES ('delta.minReaderVersion' = '1')", "deletionVectors"),
    altering("DROP FEATURE deletionVectors", "deletionVectors", "plain"),
    altering("DROP FEATURE DELETIONVECTORS", "deletionVectors"),
    altering("DROP FEATURE deletionVectors TRUNCATE HISTORY", "deletionVectors"),
    altering("DROP FEATURE columnMapping"),
    altering("DROP FEATURE rowTracking", "rowTracking"),
    altering("DROP FEATURE domainMetadata", "rowTracking"),
    Statement(table => s"INSERT INTO $table VALUES (4, 'd')", "plain"),
    Statement(table => s"INSERT OVERWRITE $table VALUES (4, 'd')"),
    Statement(table => s"INSERT OVERWRITE $table PARTITION (v = 'a') SELECT 4", "partitioned"),
    Statement(table => s"INSERT WITH SCHEMA EVOLUTION INTO $table $source", "plain"),
    Statement(table => s"INSERT INTO $table $source", "plain"),
    Statement(
      table => s"WITH rows AS ($source) INSERT INTO $table SELECT id, v FROM rows",
      "plain"
    ),
    Statement(
      table =>
        s"INSERT WITH SCHEMA EVOLUTION INTO $table SELECT 3000000000L AS id, 'a' AS v",
      "typeWidening"
    ),
    Statement(
      table =>
        s"MERGE WITH SCHEMA EVOLUTION INTO $table AS t USING ($source) AS s ON t.id = s.id " +
          "WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
      "plain"
    ),
    Statement(
      table =>
        s"MERGE INTO $table AS t USING ($source) AS s ON t.id = s.id " +
          "WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED BY SOURCE THEN DELETE",
      "deletionVectors"
    ),
    Statement(
      table => s"REPLACE TABLE $table (id INT, w VARIANT) USING delta",
      "deletionVectors"
    ),
    Statement(
      table =>
        s"CREATE OR REPLACE TABLE $table USING delta TBLPROPERTIES ($vectors) AS $source",
      "plain"
    )
  )

  private val newTables: Seq[String => String] = Seq(
    table => s"CREATE TABLE $table USING delta AS $source",
    table => s"CREATE TABLE IF NOT EXISTS $table USING delta AS SELECT 1 AS id",
    table => s"CREATE OR REPLACE TABLE $table USING delta AS SELECT 1 AS id",
    table =>
      s"CREATE TABLE $table USING delta CLUSTER BY (id) TBLPROPERTIES ($vectors) AS $source",
    table => s"CREATE TABLE $table (id INT, at TIMESTAMP_NTZ) USING delta",
    table => s"CREATE TABLE $table (id INT DEFAULT 5) USING delta",
    table =>
      s"CREATE TABLE $table (id INT DEFAULT 5) USING delta " +
        "TBLPROPERTIES ('delta.feature.allowColumnDefaults' = 'supported')",
    table => s"CREATE TABLE $table (id INT, twice INT GENERATED ALWAYS AS (id * 2)) USING delta",
    table => s"CREATE TABLE $table (id BIGINT GENERATED ALWAYS AS IDENTITY) USING delta",
    table =>
      s"CREATE TABLE $table (id INT) USING delta TBLPROPERTIES ('delta.enableIcebergCompatV2' = 'true')",
    table =>
      s"CREATE TABLE $table (id INT) USING delta TBLPROPERTIES ('delta.minReaderVersion' = '1', $vectors)"
  )

  private class Changes extends Fault {
    val seen = ArrayBuffer.empty[FileChange]
    override def around[A](change: FileChange)(perform: => A): A = {
      synchronized(seen += change): Unit
      perform
    }
  }

  private def files(directory: File): Set[(String, Long)] =
    FileUtils.listFilesAndDirs(
      directory,
      org.apache.commons.io.filefilter.TrueFileFilter.TRUE,
      org.apache.commons.io.filefilter.TrueFileFilter.TRUE
    ).asScala.map(file => file.getPath -> file.lastModified).toSet

  private def condition(error: Throwable): String = error match {
    case known: SparkThrowable => String.valueOf(known.getCondition)
    case other => other.toString
  }

  private def names(row: Map[String, Any], column: String): Set[String] =
    row(column).asInstanceOf[collection.Seq[String]].toSet

  private def protocol(path: Path): (Any, Any, Set[String]) = {
    val row = one(s"DESCRIBE PROTOCOL ${named(path)}")
    (row("minReaderVersion"), row("minWriterVersion"), names(row, "supportedFeatures"))
  }

  /** Explains a statement, and checks that nothing was written. */
  private def explained(path: Path, statement: String): Try[Map[String, Any]] = {
    val parent = new File(path.getParent.toUri.getPath)
    val before = files(parent)
    val changes = new Changes
    val answer = Try(FaultyFileSystem.withFault(changes)(one(s"EXPLAIN PROTOCOL $statement")))
    assert(changes.seen.isEmpty)
    assert(files(parent) == before)
    answer
  }

  private def compare(path: Path, statement: String, had: Set[String]): Assertion =
    (explained(path, statement), Try(sql(statement))) match {
      case (Success(row), Success(_)) =>
        assert(row("refusedBy") == null, row)
        val supported = had ++ names(row, "featuresAdded") -- names(row, "featuresRemoved")
        assert(protocol(path) == ((row("toReaderVersion"), row("toWriterVersion"), supported)))
        val newest = sql(s"DESCRIBE HISTORY ${named(path)} LIMIT 1").head
        assert(row("operation") == newest.getAs[String]("operation"))
        assert(names(row, "featuresAdded").size ==
          row("cause").asInstanceOf[collection.Seq[_]].size)
      case (Success(row), Failure(error)) =>
        assert(row("refusedBy") == condition(error), error)
        assert(protocol(path)._3 == had)
      case (Failure(foreseen), Failure(error)) =>
        assert(condition(foreseen) == condition(error), foreseen)
      case (Failure(foreseen), Success(_)) => fail("it goes through", foreseen)
    }

  for {
    table <- tables
    statement <- statements
  } test(
    s"on a table that is ${table.name}, what is foreseen happens: ${statement.sql("t")}",
    Exhaustive.unless(statement.on.contains(table.name)): _*
  ) {
    val path = FaultyFileSystem.faulty(
      copyOf(MadeTables.made("to explain", table.name)(path => table.make(named(path))))
    )
    withConf("spark.databricks.delta.columnMapping.allowRemoval" -> "true") {
      compare(path, statement.sql(named(path)), protocol(path)._3)
    }
  }

  newTables.foreach { statement =>
    test(s"what is foreseen for a new table happens: ${statement("t")}") {
      val path = FaultyFileSystem.faulty(temporaryTable())
      compare(path, statement(named(path)), Set.empty)
    }
  }

  test("P6: numbers that are asked for in vain are named, and others are not") {
    def notes(path: Path, asked: String): Seq[String] =
      names(
        one(s"EXPLAIN PROTOCOL ALTER TABLE ${named(path)} SET TBLPROPERTIES ($asked)"),
        "notes"
      ).toSeq
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id INT) USING delta TBLPROPERTIES ($vectors)")
    assert(notes(path, "'delta.minReaderVersion' = '1'") == Seq(
      "delta.minReaderVersion = 1 neither lowers the protocol nor keeps it low: minReaderVersion will be 3. " +
        "Only dropping features lowers it."
    ))
    assert(notes(path, "'delta.minWriterVersion' = '7'").isEmpty)
    assert(notes(path, "'a' = 'b'").isEmpty)
  }
}
