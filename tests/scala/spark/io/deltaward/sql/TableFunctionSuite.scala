package io.deltaward.sql

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.AnalysisException

import io.deltaward.commands.CommandTest

class TableFunctionSuite extends CommandTest {

  private lazy val path: Path = {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} (id BIGINT) USING delta " +
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true', 'delta.columnMapping.mode' = 'name')"
    )
    sql(s"INSERT INTO ${named(table)} VALUES (1)")
    table
  }

  private lazy val literal: String = s"'${path.toUri.getPath}'"

  Seq(
    "deltaward_compatibility(TABLE)" -> "SHOW PROTOCOL COMPATIBILITY FOR TABLE",
    "deltaward_compatibility(TABLE, 'trino')" ->
      "SHOW PROTOCOL COMPATIBILITY FOR TABLE FOR CLIENT 'trino'",
    "deltaward_compatibility(TABLE, 'trino', '400')" ->
      "SHOW PROTOCOL COMPATIBILITY FOR TABLE FOR CLIENT 'trino' '400'",
    "deltaward_protocol(TABLE)" -> "DESCRIBE PROTOCOL TABLE",
    "deltaward_features(TABLE)" -> "SHOW TABLE FEATURES TABLE",
    "deltaward_history(TABLE)" -> "SHOW PROTOCOL HISTORY TABLE",
    "deltaward_checkpoint_protection(TABLE)" -> "SHOW CHECKPOINT PROTECTION TABLE",
    "deltaward_policy(TABLE)" -> "SHOW PROTOCOL POLICY FOR TABLE",
    "deltaward_policy()" -> "SHOW PROTOCOL POLICY",
    "deltaward_conflict_matrix(TABLE)" -> "SHOW CONFLICT MATRIX TABLE",
    "deltaward_clients()" -> "SHOW DELTA CLIENTS",
    "deltaward_clients('synapse*')" -> "SHOW DELTA CLIENTS LIKE 'synapse*'"
  ).foreach { case (call, statement) =>
    test(s"$call has the rows of $statement") {
      val function = spark.sql(s"SELECT * FROM ${call.replace("TABLE", literal)}")
      val answer = spark.sql(statement.replaceFirst("TABLE$|TABLE(?= FOR CLIENT)", literal))
      assert(function.schema == answer.schema)
      assert(function.collect().toSeq == answer.collect().toSeq && !answer.isEmpty)
    }
  }

  test("a table is named by its path, by its name, and as delta.`path`") {
    withTable("named") { name =>
      Seq(
        literal,
        s"'delta.`${path.toUri.getPath}`'",
        s"'file://${path.toUri.getPath}'",
        s"'delta.`file://${path.toUri.getPath}`'",
        s"'$name'",
        s"concat('spark_catalog.default.', '$name')"
      )
        .foreach { table =>
          val features = spark.sql(s"SELECT feature FROM deltaward_features($table) WHERE enabled")
          assert(features.collect().map(_.getString(0)).contains("deletionVectors"), table)
        }
    }
  }

  test("it stands wherever a table can: in a join, a subquery and a view") {
    val clients = spark.sql(
      s"""SELECT c.client, count(*) FROM deltaward_compatibility($literal) v
         |JOIN deltaward_clients() c ON v.client = c.client AND v.accessPath = c.accessPath
         |WHERE v.readVerdict <> 'OK' AND EXISTS (SELECT 1 FROM deltaward_features($literal) WHERE used)
         |GROUP BY c.client""".stripMargin
    )
    assert(clients.collect().nonEmpty)
    sql(s"CREATE TEMPORARY VIEW versions AS SELECT version FROM deltaward_history($literal)")
    try assert(sql("SELECT count(*) FROM versions").head.getLong(0) == 1)
    finally sql("DROP VIEW versions"): Unit
  }

  test("each query runs the statement anew") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    def enabled(): Boolean =
      !spark.sql(
        s"SELECT * FROM deltaward_features('${table.toUri.getPath}') " +
          "WHERE feature = 'appendOnly' AND enabled"
      ).isEmpty
    assert(!enabled())
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.appendOnly' = 'true')")
    assert(enabled())
  }

  test("DESCRIBE FUNCTION says what it takes") {
    val text = sql("DESCRIBE FUNCTION deltaward_compatibility").map(_.getString(0)).mkString("\n")
    assert(text.contains(
      "deltaward_compatibility(table[, client[, clientVersion]]) - " +
        "The rows of `SHOW PROTOCOL COMPATIBILITY`."
    ))
  }

  private def refused(condition: String)(call: String): Unit = test(s"$call: $condition") {
    val query = s"SELECT * FROM $call"
    val error = intercept[AnalysisException](spark.sql(query).collect())
    assert(error.getCondition == condition)
  }

  Seq(
    "WRONG_NUM_ARGS.WITHOUT_SUGGESTION" -> "deltaward_features()",
    "WRONG_NUM_ARGS.WITHOUT_SUGGESTION" -> "deltaward_clients('a', 'b')",
    "UNEXPECTED_INPUT_TYPE" -> "deltaward_features(1)",
    "DATATYPE_MISMATCH.UNEXPECTED_NULL" -> "deltaward_features(CAST(NULL AS STRING))",
    "DATATYPE_MISMATCH.NON_FOLDABLE_INPUT" -> "deltaward_features(CAST(uuid() AS STRING))",
    "TABLE_OR_VIEW_NOT_FOUND" -> "deltaward_features('nowhere')",
    "PARSE_SYNTAX_ERROR" -> "deltaward_features('two words')",
    "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND" -> "deltaward_features('/no/such/table')",
    "DELTAWARD_NOT_A_DELTA_TABLE.NOT_A_PATH" -> "deltaward_features('')",
    "DELTAWARD_UNKNOWN_CLIENT" -> "deltaward_compatibility('/no/such/table', 'trinoo')"
  ).foreach { case (condition, call) => refused(condition)(call) }

  private def withTable(name: String)(body: String => Unit): Unit = {
    sql(s"CREATE TABLE $name USING delta LOCATION $literal")
    try body(name)
    finally sql(s"DROP TABLE $name"): Unit
  }
}
