package io.deltaward.storage

import org.apache.hadoop.fs.Path
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.log.{LogFile, ProtocolHistory}

class ProtocolHistorySuite extends AnyFunSuite with DeltaSession {

  private lazy val reader = new DeltaLogReader(spark.sessionState.newHadoopConf())

  private def history(table: Path): ProtocolHistory =
    reader.protocolChanges(table).fold(problem => fail(problem.toString), identity)

  private def changed(): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    sql(s"INSERT INTO ${named(table)} VALUES (1)")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    sql(s"INSERT INTO ${named(table)} VALUES (2)")
    makeCheckpoint(table)
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')")
    table
  }

  test("every change of the protocol, with who made it and how") {
    val table = changed()
    val found = history(table)
    assert(found.earliestVersion == 0)
    assert(found.latestVersion == 4)
    assert(found.changes.map(_.version) == Seq(0, 2, 4))
    assert(
      found.changes.flatMap(_.operation) ==
        Seq("CREATE TABLE", "SET TBLPROPERTIES", "SET TBLPROPERTIES")
    )
    assert(found.changes.forall(_.engine.exists(_.contains("Delta-Lake"))))
    assert(found.changes(1).operationParameters("properties").contains("enableDeletionVectors"))
    val log = snapshot(table).deltaLog
    found.changes.foreach { change =>
      val deltas = log.getSnapshotAt(change.version)
      assert(change.timestamp == deltas.timestamp)
      assert(change.protocol == protocolOf(deltas))
    }
  }

  test("a log that was cleaned up starts with the protocol of its first checkpoint") {
    val table = changed()
    val before = history(table)
    LogSurgery.delete(table) {
      case LogFile.Commit(version) => version < 3
      case LogFile.Checksum(version) => version < 4
    }
    val found = history(table)
    assert(found.earliestVersion == 3)
    assert(found.earliestProtocol == before.changes(1).protocol)
    assert(found.changes == before.changes.drop(2))
  }

  test("a commit that repeats the protocol changes nothing") {
    val table = changed()
    val version = history(table).latestVersion + 1
    LogSurgery.commit(table, version, LogSurgery.protocol(1, 2))
    LogSurgery.commit(table, version + 1, LogSurgery.protocol(1, 2))
    assert(history(table).changes.map(_.version) == Seq(0, 2, 4, version))
  }
}
