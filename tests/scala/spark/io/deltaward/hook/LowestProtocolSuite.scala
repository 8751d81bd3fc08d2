package io.deltaward.hook

import org.apache.hadoop.fs.Path

import io.deltaward.commands.CommandTest

/** Rule P7 at work on commits. */
class LowestProtocolSuite extends CommandTest {

  private val higher = Seq(protocolLine(3, 7, Nil, Seq("appendOnly", "invariants")), metadataLine)

  private def pair(table: Path): (Any, Any) = {
    val row = one(s"DESCRIBE PROTOCOL ${named(table)}")
    (row("minReaderVersion"), row("minWriterVersion"))
  }

  /** A commit that carries the table's own protocol again, as upgrades that change nothing do. */
  private def carryProtocol(table: Path): Unit = {
    val log = org.apache.spark.sql.delta.DeltaLog.forTable(spark, table)
    spark.range(0).queryExecution.assertAnalyzed()
    val txn = log.startTransaction(None)
    txn.commit(Seq(txn.protocol), org.apache.spark.sql.delta.DeltaOperations.ManualUpdate): Unit
  }

  test("P7: a commit that carries a protocol carries the lowest one for the same features") {
    val table = handWritten(higher)
    carryProtocol(table)
    assert(pair(table) == ((1, 2)))
    assert(sql(s"SELECT * FROM ${named(table)}").isEmpty)
    sql(s"INSERT INTO ${named(table)} VALUES (1)")
    assert(sql(s"SELECT * FROM ${named(table)}").length == 1)
  }

  test("P7: any other commit leaves the protocol as it is") {
    val table = handWritten(higher)
    sql(s"INSERT INTO ${named(table)} VALUES (1)")
    assert(pair(table) == ((3, 7)))
  }

  test("P7: RESTORE and CLONE carry the lowest protocol too") {
    val table = handWritten(higher)
    val clone = temporaryTable()
    sql(s"CREATE TABLE ${named(clone)} SHALLOW CLONE ${named(table)}")
    assert(pair(clone) == ((1, 2)))
    sql(s"INSERT INTO ${named(table)} VALUES (1)")
    sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 0")
    assert(pair(table) == ((1, 2)) || pair(table) == ((3, 7)))
  }

  test("warn leaves the protocol alone, and off does too") {
    Seq("warn", "off").foreach { mode =>
      val table = handWritten(higher)
      withConf("spark.deltaward.rule.lowestProtocol.mode" -> mode)(carryProtocol(table))
      assert(pair(table) == ((3, 7)), mode)
    }
  }

  test("plain tables agree with what Delta writes by itself") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    assert(pair(table) == ((1, 2)))
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')")
    assert(pair(table) == ((1, 7)))
  }
}
