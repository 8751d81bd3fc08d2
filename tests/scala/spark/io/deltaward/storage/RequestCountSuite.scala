package io.deltaward.storage

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.log.AsOf
import io.deltaward.storage.CountingFileSystem.{count, counted}

class RequestCountSuite extends AnyFunSuite with DeltaSession {

  private lazy val reader =
    new DeltaLogReader(CountingFileSystem.configure(spark.sessionState.newHadoopConf()))

  private lazy val table = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    (1 to 12).foreach(i => sql(s"INSERT INTO ${named(table)} VALUES ($i)"))
    counted(table)
  }

  test("the newest version costs one listing and one read, of its checksum") {
    val newest = count(reader.read(table))
    assert(newest.result.map(_.version) == Right(12L))
    assert(newest.requests == Seq("LIST _delta_log", s"GET ${LogSurgery.checksumName(12)}"))
  }

  test("an older version costs the same") {
    val older = count(reader.read(table, AsOf.Version(3)))
    assert(older.result.map(_.version) == Right(3L))
    assert(older.requests == Seq("LIST _delta_log", s"GET ${LogSurgery.checksumName(3)}"))
  }

  test("a version without a checksum costs one read more for each commit since the last one") {
    LogSurgery.delete(table) { case io.deltaward.log.LogFile.Checksum(v) => v > 10 }
    val newest = count(reader.read(table))
    assert(newest.result.map(_.version) == Right(12L))
    assert(
      newest.requests ==
        Seq("LIST _delta_log") ++
        Seq(LogSurgery.commitName(12), LogSurgery.commitName(11), LogSurgery.checksumName(10))
          .map("GET " + _)
    )
  }

  test("a path that is no table costs two requests") {
    val none = count(reader.read(counted(temporaryTable())))
    assert(none.result.left.exists(_.condition == "PATH_NOT_FOUND"))
    assert(none.requests.size == 2)
  }
}
