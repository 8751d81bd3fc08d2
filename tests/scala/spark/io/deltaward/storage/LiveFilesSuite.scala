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

  private def files(
      version: Long,
      limit: Long,
      columns: Set[String] = ParquetFiles.PathsAndStatistics,
      of: Path = table
  ): Option[Int] = {
    val directory = LogDirectory.list(of, spark.sessionState.newHadoopConf()).toOption.get
    new LiveFiles(directory, version).upTo(limit, columns).map(_.size)
  }

  test("the files of a version are known if its log is small enough and whole") {
    assert(files(1, 1L << 20) == Some(1) && files(2, 1L << 20) == Some(2))
    assert(files(2, 100) == None)
    assert(files(3, 1L << 20) == None)
    assert(files(Long.MaxValue - 1, 1L << 20) == None)
  }

  Seq("classic", "v2").foreach { policy =>
    test(s"of a $policy checkpoint, only the columns that are read count") {
      val path = temporaryTable()
      sql(
        s"CREATE TABLE ${named(path)} (id BIGINT, text STRING) USING delta " +
          s"TBLPROPERTIES ('delta.checkpointPolicy' = '$policy')"
      )
      sql(s"INSERT INTO ${named(path)} SELECT id, repeat('long ', 100) FROM range(9)")
      makeCheckpoint(path)
      val most = 1L << 16
      def least(columns: Set[String]) = Iterator.iterate((0L, most)) { case (low, high) =>
        val middle = (low + high) / 2
        if (files(1, middle, columns, path).isDefined) (low, middle) else (middle, high)
      }.drop(16).next()._2
      assert(least(ParquetFiles.Paths) < least(ParquetFiles.PathsAndStatistics))
      assert(files(1, most, of = path) == files(1, most, ParquetFiles.Paths, path))
      assert(files(1, most, of = path).exists(_ > 0))
    }
  }
}
