package io.deltaward.sql

import scala.collection.mutable.ListBuffer
import scala.util.Try

import org.apache.spark.sql.{AnalysisException, Row}
import org.apache.spark.sql.catalyst.parser.ParseException

import io.deltaward.RunningDelta
import io.deltaward.commands.CommandTest

class ParserSuite extends CommandTest {

  test("statements of others reach Spark and Delta unchanged") {
    val table = named(temporaryTable())
    sql(s"CREATE TABLE $table (id BIGINT) USING delta")
    assert(sql(s"DESCRIBE HISTORY $table").length == 1)
    assert(sql(
      "SELECT 'SHOW PROTOCOL COMPATIBILITY t' AS text /* DESCRIBE PROTOCOL t */"
    ).head.getString(0).nonEmpty)
    sql("CREATE TEMPORARY VIEW listed AS SELECT 1 AS id")
    assert(sql("SHOW TABLES").exists(_.getAs[String]("tableName") == "listed"))
    assert(sql("DROP VIEW listed").isEmpty)
  }

  test("every method of a parser reaches the delegate, with its own name") {
    assert(RecordingParser.methods.exists(_.getName == "parsePlan"))
    RecordingParser.methods.foreach { method =>
      val calls = ListBuffer.empty[String]
      val parser = new DeltawardParser(RecordingParser(calls), _ => ())
      val others = method.getParameterTypes.tail.map(_ => null)
      method.invoke(parser, "SELECT 1" +: others: _*): Unit
      assert(calls == Seq(s"${method.getName} SELECT 1"))
    }
  }

  test("case, comments, white space and a final semicolon do not matter") {
    val table = named(handWritten(Seq(protocolLine(1, 2, Nil, Nil), metadataLine)))
    Seq(
      s"-- a comment\ndescribe /* another */ protocol $table",
      s"  Desc\tPROTOCOL\n$table ;",
      s"show protocol compatibility for $table for client 'trino';"
    ).foreach(statement => assert(sql(statement).nonEmpty, statement))
  }

  test("variables are substituted, as in Spark's own statements") {
    val table = named(handWritten(Seq(protocolLine(1, 2, Nil, Nil), metadataLine)))
    withConf("my.version" -> "0") {
      assert(sql(s"DESCRIBE PROTOCOL $table VERSION AS OF $${my.version}").nonEmpty)
    }
  }

  test("Spark's statements bind parameters by name and by position") {
    assert(spark.sql("SELECT :x + 1 AS n", Map("x" -> 1)).head() == Row(2))
    val table = named(temporaryTable())
    sql(s"CREATE TABLE $table (id BIGINT, s STRING) USING delta")
    val text = "it's :x, ? and \\ ${no"
    spark.sql(
      s"INSERT INTO $table SELECT id, :text FROM range(:n)",
      Map[String, Any]("text" -> text, "n" -> 3)
    )
    spark.sql(s"DELETE FROM $table WHERE id = ?", Array(1))
    val left =
      spark.sql(s"SELECT id, s FROM $table WHERE s = :text ORDER BY id", Map("text" -> text))
    assert(left.collect().toSeq == Seq(Row(0, text), Row(2, text)))
  }

  test("a parameter without a value raises Spark's own error") {
    val refused = intercept[AnalysisException](spark.sql("SELECT :x, :y", Map("x" -> 1)))
    assert(refused.getCondition == "UNBOUND_SQL_PARAMETER")
  }

  test("a parameter's value is never taken for a variable, and variables are still replaced") {
    withConf("my.number" -> "7") {
      val row = spark.sql("SELECT :x, ${my.number}", Map("x" -> "${my.number}")).head()
      assert(row == Row("${my.number}", 7))
    }
  }

  test("a parameter's value never makes a comment of the rest of the statement") {
    val table = named(temporaryTable())
    sql(s"CREATE TABLE $table USING delta AS SELECT id FROM range(10)")
    val delete = s"DELETE FROM $table WHERE id > 5-:v AND id = 9"
    Try(spark.sql(delete, Map("v" -> -3)))
    assert(sql(s"SELECT * FROM $table").length >= 9)
    assert(spark.sql("SELECT 5 - :v", Map("v" -> -3)).head() == Row(8))
  }

  test("a parameter's text is not written escaped if the session has escapes turned off") {
    withConf("spark.sql.parser.escapedStringLiterals" -> "true") {
      val written = Try(spark.sql("SELECT :v", Map("v" -> "O'Brien")).head().getString(0)).toOption
      assert(written.forall(_ == "O'Brien"), written)
    }
  }

  test("Delta's own statements run when parameters are given") {
    val table = named(temporaryTable())
    sql(s"CREATE TABLE $table (id BIGINT) USING delta")
    assert(spark.sql(s"DESCRIBE HISTORY $table", Map("x" -> 1)).count() == 1)
    assert(spark.sql(s"VACUUM $table DRY RUN", Map("x" -> 1)).count() == 0)
  }

  test("a string is Spark's string: escapes, either quote, adjacent ones are one") {
    assert(sql("""SHOW DELTA CLIENTS LIKE 'tri' "no"""").nonEmpty)
    assert(sql("""SHOW DELTA CLIENTS LIKE '\u0074rino'""").nonEmpty)
  }

  private val slips = Seq(
    "SHOW PROTOCOL COMPATIBLITY t" -> "COMPATIBILITY",
    "SHOW PROTCOL COMPATIBILITY t" -> "SHOW PROTOCOL",
    "SHOW PROTOCOL COMPATIBILITY t FOR CLEINT 'trino'" -> "CLIENT",
    "SHOW PROTOCOL COMPATIBILITY t FOR CLIENT delta-spark" ->
      "Put the client in quotes, as in CLIENT 'trino'.",
    "ALTER TABLE t MAKE COMPATIBLE WITH CLIENT trino DRY RUN" ->
      "Put the client in quotes, as in CLIENT 'trino'.",
    "SHOW TABLE FEATURS t" -> "SHOW TABLE FEATURES",
    "SHOW PROTOCOL POLIZY" -> "POLICY",
    "SHOW DELTA CLIENT" -> "SHOW DELTA CLIENTS",
    "DESCRIBE PROTOCOL t VERSION OF 3" -> "VERSION AS OF",
    "DESCRIBE PROTOCOL t u" -> "DESCRIBE PROTOCOL table",
    "SHOW PROTOCOL COMPATIBILITY IN TABLES ()" -> "| TABLES (table, ...)",
    "ANALYZE PROTOCOL COMPATIBILITY IN t" -> "ANALYZE PROTOCOL COMPATIBILITY IN (CATALOG name"
  )

  slips.foreach { case (statement, expected) =>
    test(s"a slip is answered with what was meant: $statement") {
      val error = failure(sql(statement))
      assert(error.getCondition == "DELTAWARD_SYNTAX_ERROR" && error.getSqlState == "42601")
      assert(error.getMessageParameters.get("hint").contains(expected))
    }
  }

  test("a word that is right is not answered with itself") {
    val hints = Seq(
      "DESCRIBE PROTOCOL t VERSION 3",
      "SHOW PROTOCOL COMPATIBILITY t VERSION AS 3",
      "SHOW PROTOCOL COMPATIBILITY t FOR CLIENT 'trino' VERSION '470'"
    ).map(statement => failure(sql(statement)).getMessageParameters.get("hint"))
    assert(hints.forall(hint =>
      !hint.contains("Did you mean") && hint.contains("The statement is")
    ))
  }

  test("a mistake in a statement of others stays their error") {
    intercept[ParseException](sql("SELEC 1"))
    intercept[ParseException](sql("SHOW PARTITION"))
  }

  test("DESCRIBE of a table named protocol stays Spark's") {
    sql("DROP TABLE IF EXISTS protocol")
    sql("CREATE TABLE protocol (id BIGINT, d STRING) USING parquet PARTITIONED BY (d)")
    try {
      sql("INSERT INTO protocol VALUES (1, 'x')")
      (Seq("DESCRIBE protocol", "DESC protocol PARTITION (d='x')") ++
        // Spark 3.5 has no JSON here.
        Option.when(RunningDelta.isAtLeast("4.0"))("DESC EXTENDED protocol AS JSON")).foreach(
        statement => assert(sql(statement).nonEmpty, statement)
      )
      assert(!Ownership.isOurs("DESC protocol AS JSON"))
    } finally sql("DROP TABLE protocol"): Unit
  }
}
