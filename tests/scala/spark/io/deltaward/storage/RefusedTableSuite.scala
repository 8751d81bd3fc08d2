package io.deltaward.storage

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.delta.DeltaLog
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.clients.ClientRegistry
import io.deltaward.log.TableState
import io.deltaward.protocol.{Protocol, ProtocolProblem}
import io.deltaward.tables.{TableName, TableReader, TimeTravel}

class RefusedTableSuite extends AnyFunSuite with DeltaSession {

  private lazy val reader = new DeltaLogReader(spark.sessionState.newHadoopConf())

  private def withProtocol(action: String): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    LogSurgery.commit(table, 1, action)
    DeltaLog.clearCache()
    table
  }

  private def read(table: Path): TableState =
    reader.read(table).fold(problem => fail(problem.toString), identity)

  test("a table with a reader feature that Delta does not know") {
    val table = withProtocol(LogSurgery.protocol(3, 7, "notYetInvented"))
    intercept[Exception](spark.read.format("delta").load(table.toString).collect())
    val features = Some(Set("notYetInvented"))
    assert(read(table).protocol == Protocol(3, 7, features, features))
    assert(read(table).version == 1)
  }

  Seq(
    "a reader feature that Delta does not know" -> LogSurgery.protocol(3, 7, "notYetInvented"),
    "a writer feature without one that it requires" ->
      """{"protocol":{"minReaderVersion":1,"minWriterVersion":7,"writerFeatures":["collations"]}}"""
  ).foreach { case (name, protocol) =>
    test(s"the signs of files are known in a table with $name") {
      val table = withProtocol(protocol)
      LogSurgery.commit(table, 2, LogSurgery.add(1).replace("part-", "file:/elsewhere/part-"))
      DeltaLog.clearCache()
      val releases = ClientRegistry.builtIn.clients.flatMap(_.newest)
      val at = new TableReader(spark.asInstanceOf[SparkSession])
        .judged(TableName.Path(table.toString), TimeTravel.Latest, releases)
      assert(at.features.shape.flatMap(_.has("absolutePaths")) == Some(true))
      assert(at.features.shape.flatMap(_.has("encodedPaths")) == Some(false))
    }
  }

  test("P1: a table whose versions no client knows") {
    val table = withProtocol(LogSurgery.protocol(1, 101))
    intercept[Exception](sql(s"INSERT INTO ${named(table)} VALUES (1)"))
    assert(read(table).protocol == Protocol(1, 101))
    assert(ProtocolProblem.findIn(read(table).protocol).map(_.condition) ==
      Seq("UNDEFINED_VERSION"))
  }

  test("P2: negative versions and feature lists without version 7 are read, not refused") {
    val features = Some(Set("x"))
    assert(
      read(withProtocol(LogSurgery.protocol(-3, -7, "x"))).protocol ==
        Protocol(-3, -7, features, features)
    )
    assert(
      read(withProtocol(LogSurgery.protocol(1, 2, "x"))).protocol ==
        Protocol(1, 2, features, features)
    )
  }
}
