package io.deltaward.storage

import org.apache.hadoop.fs.Path
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.log.{LogFile, TableState}
import io.deltaward.protocol.Protocol

class CheckpointLayoutSuite extends AnyFunSuite with DeltaSession {

  private lazy val conf = CountingFileSystem.configure(spark.sessionState.newHadoopConf())
  private lazy val reader = new DeltaLogReader(conf)

  /** Makes a table whose protocol and metadata are only in its checkpoint, which Delta writes. */
  private def checkpointed(properties: String, files: Int)(conf: (String, String)*): Path = {
    val table = temporaryTable()
    sql(s"""CREATE TABLE ${named(table)} (id BIGINT, p STRING) USING delta
           |PARTITIONED BY (p) TBLPROPERTIES ('team' = 'a', $properties)""".stripMargin)
    spark
      .range(0, files.toLong, 1, files)
      .selectExpr("id", "'x' AS p")
      .write
      .format("delta")
      .mode("append")
      .save(table.toString)
    withConf(conf: _*)(makeCheckpoint(table))
    sql(s"INSERT INTO ${named(table)} VALUES (1, 'a')")
    table
  }

  private def cleanUp(table: Path): Unit = LogSurgery.delete(table) {
    case _: LogFile.Checksum => true
    case LogFile.Commit(version) => version < 2
  }

  private def read(table: Path): TableState =
    reader.read(table).fold(problem => fail(problem.toString), identity)

  private def assertLikeDelta(table: Path): Assertion = {
    val deltas = snapshot(table)
    cleanUp(table)
    val ours = read(table)
    assert(ours.version == 2)
    assert(ours.metadata.id == deltas.metadata.id)
    assert(ours.metadata.configuration == deltas.metadata.configuration)
    assert(ours.metadata.partitionColumns == Seq("p"))
    assert(ours.metadata.schemaString.contains(deltas.metadata.schemaString))
    assert(ours.protocol == protocolOf(deltas))
  }

  private val v2 = "'delta.checkpointPolicy' = 'v2'"
  private val topLevel = "spark.databricks.delta.checkpointV2.topLevelFileFormat"

  test("a classic checkpoint of one part") {
    val table = checkpointed("'delta.enableDeletionVectors' = 'true'", 3)()
    assert(LogSurgery.files(table).values.toSet(LogFile.ClassicCheckpoint(1)))
    assertLikeDelta(table)
  }

  test("a checkpoint of a table without feature lists") {
    assertLikeDelta(checkpointed("'delta.appendOnly' = 'false'", 1)())
  }

  private val nullFields = "named_struct('domain', CAST(NULL AS STRING), 'configuration', " +
    "CAST(NULL AS STRING), 'removed', CAST(NULL AS BOOLEAN)) AS domainMetadata"

  Seq("without a column for domains" -> Nil, "with an empty domain in each row" -> Seq(nullFields))
    .foreach { case (shape, domain) =>
      test(s"a checkpoint of another writer, $shape") {
        val table = checkpointed("'delta.enableDeletionVectors' = 'true'", 3)()
        rewriteCheckpoint(table, domain)
        assertLikeDelta(table)
      }
    }

  /** Rewrites the checkpoint of version 1 with these columns in place of `domainMetadata`. */
  private def rewriteCheckpoint(table: Path, domain: Seq[String]): Unit = {
    val name = f"${1}%020d.checkpoint.parquet"
    val written = temporaryTable()
    val rows = spark.read.parquet(new Path(table, s"_delta_log/$name").toString)
    rows.drop("domainMetadata").selectExpr("*" +: domain: _*)
      .coalesce(1).write.parquet(written.toString)
    LogSurgery.delete(table) { case LogFile.ClassicCheckpoint(1) => true }
    val fs = written.getFileSystem(conf)
    val part = fs.globStatus(new Path(written, "part-*.parquet")).head
    val _ = assert(fs.rename(part.getPath, new Path(table, s"_delta_log/$name")))
  }

  test("a multi-part checkpoint") {
    val partSize = "spark.databricks.delta.checkpoint.partSize" -> "2"
    val table = checkpointed("'delta.enableDeletionVectors' = 'true'", 6)(partSize)
    assert(LogSurgery.files(table).values.exists {
      case part: LogFile.MultiPartCheckpoint => part.of > 1
      case _ => false
    })
    assertLikeDelta(table)
  }

  Seq("json" -> LogFile.Format.Json, "parquet" -> LogFile.Format.Parquet).foreach {
    case (name, format) =>
      test(s"a v2 checkpoint with $name at the top, of which no sidecar is read") {
        val table = checkpointed(v2, 3)(topLevel -> name)
        assert(LogSurgery.files(table).values.exists {
          case LogFile.V2Checkpoint(1, _, `format`) => true
          case _ => false
        })
        assertLikeDelta(table)
        val counted =
          CountingFileSystem.count(reader.read(CountingFileSystem.counted(table)))
        assert(counted.result.isRight)
        assert(counted.requests.count(_.startsWith("GET")) == 2)
      }
  }

  test("the file list of a checkpoint is not read") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    LogSurgery.commit(table, 1, (1 to 20000).map(LogSurgery.add): _*)
    makeCheckpoint(table)
    LogSurgery.delete(table) { case _: LogFile.Checksum | _: LogFile.Commit => true }
    val size = LogSurgery.directory(table).resolve(f"${1}%020d.checkpoint.parquet").toFile.length
    val counted = CountingFileSystem.count(reader.read(CountingFileSystem.counted(table)))
    assert(counted.result.map(_.protocol) == Right(Protocol(1, 2)))
    assert(counted.requests == Seq("LIST _delta_log", f"GET ${1}%020d.checkpoint.parquet"))
    info(s"${counted.bytes} bytes of $size")
    assert(counted.bytes > 0 && counted.bytes < size / 10)
  }

  test("an older checkpoint stands in for one that is cut off") {
    val table = checkpointed("'delta.enableDeletionVectors' = 'true'", 3)()
    makeCheckpoint(table)
    cleanUp(table)
    val newest = f"${2}%020d.checkpoint.parquet"
    assert(LogSurgery.files(table).contains(newest))
    LogSurgery.write(table, newest, "PAR1")
    assert(read(table).metadata.configuration("team") == "a")
    LogSurgery.write(table, newest, "")
    assert(read(table).metadata.configuration("team") == "a")
  }

  test("_last_checkpoint that is stale, wrong or no JSON changes nothing") {
    val table = checkpointed("'delta.enableDeletionVectors' = 'true'", 3)()
    cleanUp(table)
    val before = read(table)
    Seq("""{"version":999,"size":1}""", """{"version":0,"size":1}""", "{", "").foreach { text =>
      LogSurgery.write(table, "_last_checkpoint", text)
      assert(read(table) == before)
    }
  }
}
