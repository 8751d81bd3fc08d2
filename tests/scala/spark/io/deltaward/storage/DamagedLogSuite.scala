package io.deltaward.storage

import java.nio.file.{Files, Paths}

import org.apache.hadoop.fs.{FileSystem, LocalFileSystem, Path}
import org.apache.spark.sql.delta.DeltaLog
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.log.{AsOf, LogFile, LogProblem}
import io.deltaward.log.LogProblem._
import io.deltaward.storage.LogSurgery._

class DamagedLogSuite extends AnyFunSuite with DeltaSession {

  private lazy val reader = new DeltaLogReader(spark.sessionState.newHadoopConf())

  private def problem(table: Path, asOf: AsOf = AsOf.Latest): LogProblem =
    reader.read(table, asOf).fold(identity, state => fail(s"read as $state"))

  /** Makes a table with versions 0 to 3, of which only commits are left. */
  private def commitsOnly(): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    (1 to 3).foreach(i => sql(s"INSERT INTO ${named(table)} VALUES ($i)"))
    deleteChecksums(table)
    table
  }

  private def written(lines: String*): Path = {
    val table = temporaryTable()
    commit(table, 0, lines: _*)
    table
  }

  test("PATH_NOT_FOUND") {
    val table = temporaryTable()
    assert(problem(table) == PathNotFound(table.toString))
  }

  test("NOT_A_TABLE: a directory, or a file, without a _delta_log directory") {
    val table = new Path(temporaryDirectory().toUri)
    assert(problem(table) == NotATable(table.toString))
    Files.writeString(Paths.get(table.toUri.getPath, "_delta_log"), "x")
    assert(problem(table) == NotATable(table.toString))
    val file = new Path(table, "_delta_log")
    assert(problem(file) == NotATable(file.toString))
  }

  test("EMPTY_LOG: nothing in it, or nothing that holds a version") {
    val table = temporaryTable()
    Files.createDirectories(directory(table))
    assert(problem(table) == EmptyLog(table.toString))
    write(table, checksumName(0), "{}")
    write(table, "_last_checkpoint", """{"version":1}""")
    assert(problem(table) == EmptyLog(table.toString))
  }

  test("GAP") {
    val table = commitsOnly()
    delete(table) { case LogFile.Commit(version) => version == 1 || version == 2 }
    assert(problem(table) == Gap(1, 2))
  }

  test("EMPTY_COMMIT: a commit of 0 bytes, even beside the checksum that would answer") {
    val table = commitsOnly()
    sql(s"INSERT INTO ${named(table)} VALUES (4)")
    commit(table, 4)
    write(table, checksumName(4), text(table, checksumName(4)))
    assert(problem(table) == EmptyCommit(commitName(4)))
  }

  test("TRUNCATED_JSON") {
    val table = commitsOnly()
    write(table, commitName(2), text(table, commitName(2)).trim.dropRight(1))
    assert(problem(table) == TruncatedJson(commitName(2), 2))
  }

  test("MALFORMED") {
    val table = commitsOnly()
    commit(table, 4, "nonsense")
    assert(problem(table).condition == "MALFORMED")
    assert(problem(table).parameters("file") == commitName(4))
    assert(problem(table).parameters("line") == "1")
  }

  test("MALFORMED_PROTOCOL") {
    val table = commitsOnly()
    commit(table, 4, protocol(1, 2).replace("2", "99999999999"))
    assert(problem(table) == MalformedProtocol(commitName(4), "minWriterVersion", "99999999999"))
  }

  test("MISSING_PROTOCOL")(assert(problem(written(metadata)) == MissingProtocol(0)))

  test("MISSING_METADATA")(assert(problem(written(protocol(1, 2))) == MissingMetadata(0)))

  test("NO_USABLE_CHECKPOINT: none, or one that is no Parquet") {
    val table = commitsOnly()
    delete(table) { case LogFile.Commit(version) => version < 2 }
    assert(problem(table) == NoUsableCheckpoint(2, Nil))
    val checkpoint = f"${2}%020d.checkpoint.parquet"
    write(table, checkpoint, "not Parquet at all")
    assert(problem(table).condition == "NO_USABLE_CHECKPOINT")
    assert(problem(table).parameters("unusable").startsWith(checkpoint))
  }

  test("VERSION_NOT_FOUND") {
    val table = commitsOnly()
    assert(problem(table, AsOf.Version(4)) == VersionNotFound(4, 0, 3))
    assert(problem(table, AsOf.Version(-1)) == VersionNotFound(-1, 0, 3))
  }

  test("TIMESTAMP_BEFORE_FIRST and TIMESTAMP_AFTER_LAST") {
    val table = commitsOnly()
    assert(problem(table, AsOf.Timestamp(0)).condition == "TIMESTAMP_BEFORE_FIRST")
    assert(problem(table, AsOf.Timestamp(Long.MaxValue)).condition == "TIMESTAMP_AFTER_LAST")
  }

  test("NOT_READABLE: a file system that fails, or that nobody knows") {
    val conf = spark.sessionState.newHadoopConf()
    conf.set(s"fs.${DenyingFileSystem.Scheme}.impl", classOf[DenyingFileSystem].getName)
    val table = DenyingFileSystem.denying(commitsOnly())
    val failing = DenyingFileSystem.withoutRight(DenyingFileSystem.Right.Open)(
      new DeltaLogReader(conf).read(table, AsOf.Latest).left.toOption.get
    )
    assert(failing.condition == "NOT_READABLE")
    assert(failing.parameters("file") == commitName(3))
    val closed = DenyingFileSystem.withoutRight(DenyingFileSystem.Right.Enter)(
      new DeltaLogReader(conf).read(table, AsOf.Latest).left.toOption.get
    )
    assert(closed.condition == "NOT_READABLE")
    assert(closed.parameters("cause").contains("Permission denied"))
    assert(problem(new Path("nosuchscheme://bucket/table")).condition == "NOT_READABLE")
  }

  test("a checksum that is empty, cut off or of other shape is passed over") {
    val table = commitsOnly()
    val before = reader.read(table)
    Seq("", "{", """{"protocol":{"minReaderVersion":3""", "[]").foreach { text =>
      write(table, checksumName(3), text)
      assert(reader.read(table) == before)
    }
  }

  test("staged commits, sidecars and log compactions are no versions") {
    val table = commitsOnly()
    val before = reader.read(table)
    val line = protocol(3, 7, "x")
    write(
      table,
      "_staged_commits/00000000000000000004.3a0d65cd-4056-49b8-937b-95f9e3ee90e5.json",
      line
    )
    write(table, "_sidecars/3a0d65cd-4056-49b8-937b-95f9e3ee90e5.parquet", "x")
    write(table, "00000000000000000000.00000000000000000003.compacted.json", line)
    assert(reader.read(table) == before)
  }

  private def defects(table: Path): Seq[String] =
    reader.read(table).fold(problem => fail(problem.toString), _.defects)

  test("a directory that is named like a file of the log is a defect") {
    val table = commitsOnly()
    assert(defects(table) == Nil)
    Files.createDirectory(directory(table).resolve(commitName(4)))
    assert(defects(table) == Seq(s"${commitName(4)} is a directory"))
  }

  test("a directory that is named nearly like one is a defect") {
    val table = commitsOnly()
    Files.createDirectory(directory(table).resolve("3.json"))
    assert(defects(table).map(_.takeWhile(_ != ' ')) == Seq("3.json"))
  }

  test("a checkpoint whose commit is gone is a defect, as Delta does not open it") {
    val table = commitsOnly()
    makeCheckpoint(table)
    assert(defects(table) == Nil)
    delete(table) { case LogFile.Commit(version) => version == 3 }
    assert(defects(table) == Seq("version 3 has a checkpoint and no commit"))
    DeltaLog.clearCache()
    assertThrows[Exception](sql(s"SELECT * FROM ${named(table)}"))
  }

  test("a checksum whose commit is gone is a defect, unless a catalog may have the commit") {
    val table = commitsOnly()
    write(table, checksumName(4), "{}")
    assert(defects(table) == Seq(s"${checksumName(4)} is of a version that has no commit"))
    assert(reader.read(table, AsOf.Version(2)).map(_.defects) == Right(Nil))
    val managed = written(protocol(3, 7, "catalogManaged"), metadata)
    write(managed, checksumName(1), "{}")
    assert(defects(managed) == Nil)
  }

  test("NOT_READABLE: a commit whose checksum file asks for more memory than there is") {
    val table = commitsOnly()
    val checksums = "crc".getBytes ++ Array[Byte](0, 0x7f, -1, -1, -1)
    Files.write(directory(table).resolve(s".${commitName(3)}.crc"), checksums)
    val conf = spark.sessionState.newHadoopConf()
    conf.setClass("fs.file.impl", classOf[LocalFileSystem], classOf[FileSystem])
    conf.setBoolean("fs.file.impl.disable.cache", true)
    new DeltaLogReader(conf).read(table, AsOf.Latest) match {
      case Left(NotReadable(file, why)) =>
        assert(file == commitName(3) && why.startsWith("OutOfMemoryError"))
      case other => fail(s"read as $other")
    }
  }

  test("NOT_READABLE: a commit that is not UTF-8") {
    val table = commitsOnly()
    val file = directory(table).resolve(commitName(4))
    Files.write(file, "{\"add\":{\"path\":\"".getBytes ++ Array(0xff.toByte) ++ "\"}}".getBytes)
    assert(problem(table) == NotReadable(commitName(4), "it is not UTF-8"))
  }

  test("metadata that no reader can use is a defect, and is read all the same") {
    def withSchema(schema: String): Seq[String] =
      defects(written(
        protocol(1, 2),
        metadata.replace("""{\"type\":\"struct\",\"fields\":[]}""", schema)
      ))
    assert(withSchema("""{\"type\":\"struct\",\"fields\":[]}""") == Nil)
    assert(withSchema("""{\"type\":\"struct\"""") == Seq("metaData.schemaString is not a schema"))
    val column = """{\"name\":\"a\",\"type\":\"quantum\",\"nullable\":true,\"metadata\":{}}"""
    assert(
      withSchema(s"""{\\"type\\":\\"struct\\",\\"fields\\":[$column]}""") ==
        Seq("the schema has the type quantum, which the specification does not in column a")
    )
    assert(
      defects(written(
        protocol(1, 2),
        metadata.replace("\"partitionColumns\":[]", "\"partitionColumns\":[\"p\"]")
      )) ==
        Seq("the partition column p is not in the schema")
    )
    assert(
      defects(written(protocol(1, 2), metadata.replace(",\"configuration\":{}", ""))) ==
        Seq("metaData has no configuration")
    )
  }
}
