package io.deltaward.storage

import org.apache.hadoop.fs.Path
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession

/** Tests when the log's list of live files is known. */
class LiveFilesSuite extends AnyFunSuite with DeltaSession {

  private lazy val table: Path = {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta")
    (1 to 2).foreach(id => sql(s"INSERT INTO ${named(path)} VALUES ($id)"))
    path
  }

  private def files(version: Long, limit: Long): Option[Int] = {
    val directory = LogDirectory.list(table, spark.sessionState.newHadoopConf()).toOption.get
    new LiveFiles(directory, version).upTo(limit).map(_.size)
  }

  test("the files of a version are known if its log is small enough and whole") {
    assert(files(1, 1L << 20) == Some(1) && files(2, 1L << 20) == Some(2))
    assert(files(2, 100) == None)
    assert(files(3, 1L << 20) == None)
    assert(files(Long.MaxValue - 1, 1L << 20) == None)
  }
}
