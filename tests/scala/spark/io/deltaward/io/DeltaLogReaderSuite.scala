package io.deltaward.io

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.log.AsOf

class DeltaLogReaderSuite extends AnyFunSuite with DeltaSession {

  private lazy val reader = new DeltaLogReader(spark.sessionState.newHadoopConf())

  test("the newest version of a table is what Delta says it is") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT, p STRING) USING delta PARTITIONED BY (p)")
    sql(s"INSERT INTO ${named(table)} VALUES (1, 'a')")
    val ours = reader.read(table).fold(p => fail(p.toString), identity)
    val deltas = snapshot(table)
    assert(ours.version == deltas.version)
    assert(ours.timestamp == deltas.timestamp)
    assert(ours.metadata.schemaString.contains(deltas.metadata.schemaString))
    info(ours.toString)
    assert(reader.read(table, AsOf.Version(0)).map(_.version) == Right(0L))
    info(reader.protocolChanges(table).toString)
  }
}
