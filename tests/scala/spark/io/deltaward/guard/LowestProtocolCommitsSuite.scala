package io.deltaward.guard

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeletionVectorsTableFeature
import org.apache.spark.sql.delta.actions.Protocol

import io.deltaward.RunningDelta
import io.deltaward.commands.CommandTest
import org.apache.spark.sql.delta.deltaward.RawCommit

/** Tests rule P7 on commits. */
class LowestProtocolCommitsSuite extends CommandTest {

  private val higher = Seq(protocolLine(3, 7, Nil, Seq("appendOnly", "invariants")), metadataLine)

  private def pair(table: Path): (Any, Any) = {
    val row = one(s"DESCRIBE PROTOCOL ${named(table)}")
    (row("minReaderVersion"), row("minWriterVersion"))
  }

  /** Commits the table's own protocol again, as upgrades that change nothing do. */
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

  /** Commits as RESTORE, CLONE and CONVERT do, where Delta itself has no higher protocol to write. */
  private def carryProtocolInLargeCommit(table: Path): Unit = {
    val log = org.apache.spark.sql.delta.DeltaLog.forTable(spark, table)
    spark.range(0).queryExecution.assertAnalyzed()
    val txn = log.startTransaction(None)
    val operation = org.apache.spark.sql.delta.DeltaOperations.ManualUpdate
    val protocol = Some(txn.protocol)
    txn.commitLarge(spark, Iterator.empty, protocol, operation, Map.empty, Map.empty): Unit
  }

  test("P7: large commits, the way of RESTORE and CLONE, carry the lowest protocol too") {
    val (mended, left) = (handWritten(higher), handWritten(higher))
    carryProtocolInLargeCommit(mended)
    withConf("spark.deltaward.rule.lowestProtocol.mode" -> "off")(carryProtocolInLargeCommit(left))
    assert(pair(mended) == ((1, 2)) && pair(left) == ((3, 7)))
  }

  test("P7: lists with nothing in them stay for the features that the next commit adds") {
    RunningDelta.needsVectorDrops()
    val table = handWritten(Seq(protocolLine(1, 1, Nil, Nil), metadataLine))
    RawCommit.written(spark, table, Protocol(3, 7))
    assert(pair(table) == ((3, 7)))
    val listed = snapshot(table).protocol.withFeature(DeletionVectorsTableFeature)
    RawCommit.written(spark, table, listed)
    assert(one(s"DESCRIBE PROTOCOL ${named(table)}")("readerFeatures") == Seq("deletionVectors"))
    sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors TRUNCATE HISTORY")
    assert(pair(table) == ((1, 1)))
  }

  test("warn leaves the protocol alone, and off does too") {
    Seq("warn", "off").foreach { mode =>
      val table = handWritten(higher)
      withConf("spark.deltaward.rule.lowestProtocol.mode" -> mode)(carryProtocol(table))
      assert(pair(table) == ((3, 7)), mode)
    }
  }

  test("plain tables agree with what Delta writes by itself") {
    RunningDelta.needs("3.3", "Delta 3.2 does not normalize protocols")
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    assert(pair(table) == ((1, 2)))
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')")
    assert(pair(table) == ((1, 7)))
  }
}
