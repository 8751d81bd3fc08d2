package io.deltaward.commands

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, StandardCopyOption}

import scala.jdk.CollectionConverters._

import org.apache.hadoop.fs.Path
import org.apache.parquet.format.{ConvertedType, FileMetaData, Util}

import io.deltaward.{MadeTables, RunningDelta}
import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery._

/** Tests the clause `INSPECT LOG` on damage that the default answer does not find. */
class InspectLogSuite extends CommandTest {

  /** Makes a table whose versions before 3 are only in a V2 checkpoint. */
  private def table(): Path = copyOf(MadeTables.made("inspected") { path =>
    sql(s"""CREATE TABLE ${named(path)} (id BIGINT) USING delta
           |TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')""".stripMargin)
    sql(s"INSERT INTO ${named(path)} VALUES (1)")
    sql(s"INSERT INTO ${named(path)} VALUES (2)")
    makeCheckpoint(path)
    sql(s"INSERT INTO ${named(path)} VALUES (3)")
    delete(path) { case LogFile.Commit(version) => version < 2 }
  })

  private def described(table: Path, clause: String = "INSPECT LOG"): Map[String, Any] =
    one(s"DESCRIBE PROTOCOL ${named(table)} $clause")

  private def verdicts(table: Path, clause: String): Set[Any] =
    rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} $clause"))
      .flatMap(row => Seq(row("readVerdict"), row("writeVerdict"))).toSet

  /** Returns the first problem. Checks that only the clause finds it, and that no client is then OK. */
  private def problem(table: Path): String = {
    assert(described(table, "")("isValid") == true)
    assert(verdicts(table, "")("OK"))
    val row = described(table)
    assert(row("isValid") == false)
    assert(!verdicts(table, "INSPECT LOG")("OK"))
    assert(!verdicts(table, "FOR CLIENT 'delta-spark' ALL VERSIONS INSPECT LOG")("OK"))
    row("problems").asInstanceOf[collection.Seq[String]].head
  }

  private def named(table: Path, kind: PartialFunction[LogFile, Boolean]): String =
    files(table).collectFirst { case (name, file) if kind.lift(file).contains(true) => name }.get

  private def sidecar(table: Path): java.nio.file.Path =
    Files.list(
      directory(table).resolve("_sidecars")
    ).filter(!_.getFileName.toString.startsWith("."))
      .findFirst().get

  test("a whole log has no problems, and the row says what was read of it") {
    RunningDelta.needsChecksums()
    val whole = table()
    val top = named(whole, { case _: LogFile.V2Checkpoint => true })
    assert(described(whole, "")("logRead") == checksumName(3))
    val row = described(whole)
    assert(row("problems") == Nil && row("isValid") == true)
    assert(
      row("logRead") ==
        "all that readers open: " +
        Seq(commitName(3), top, checksumName(3), "_last_checkpoint").mkString(", ")
    )
    assert(verdicts(whole, "INSPECT LOG") == verdicts(whole, ""))
  }

  test("a sidecar with a list of another type, whose writer's name is damaged too") {
    val damaged = table()
    val file = sidecar(damaged)
    val bytes = Files.readAllBytes(file)
    val end = bytes.length - 8
    val footer = end - ByteBuffer.wrap(bytes, end, 4).order(ByteOrder.LITTLE_ENDIAN).getInt
    // The byte after the format's version: the length of a list, and the type of its elements.
    val schema = footer + 3
    assert(bytes(schema - 1) == 0x19 && (bytes(schema) & 0x0f) == 0x0c)
    bytes(schema) = (bytes(schema) & 0xf0 | 0x0a).toByte
    val writer = new String(bytes, ISO_8859_1).indexOf("parquet-mr version ", footer)
    bytes(writer) = 'q'.toByte
    Files.deleteIfExists(file.resolveSibling(s".${file.getFileName}.crc"))
    Files.write(file, bytes)
    assert(problem(damaged).contains("its footer is damaged"))
  }

  /** Changes the old type of a text column, so that only its logical type says text. */
  private def enumForText(footer: FileMetaData): Unit =
    footer.getSchema.asScala.find(_.getConverted_type == ConvertedType.UTF8).get
      .setConverted_type(ConvertedType.ENUM): Unit

  private def negativeNulls(footer: FileMetaData): Unit = {
    val column = footer.getRow_groups.asScala.head.getColumns.asScala.head
    column.getMeta_data.getStatistics.setNull_count(-6): Unit
  }

  private def moreRows(footer: FileMetaData): Unit =
    footer.setNum_rows(footer.getNum_rows + 1): Unit

  Seq[(String, FileMetaData => Unit, String)](
    (
      "with a column of two types, of which some readers take the one",
      enumForText,
      "its footer is damaged"
    ),
    ("that counts fewer than no rows without a value", negativeNulls, "its counts are damaged"),
    ("that counts other rows than its groups", moreRows, "its counts are damaged")
  ).foreach { case (what, damage, words) =>
    test(s"a sidecar $what") {
      val damaged = table()
      val file = sidecar(damaged)
      Files.write(file, withFooter(Files.readAllBytes(file))(damage))
      assert(problem(damaged).contains(words))
    }
  }

  test("a sidecar whose footer has text that is none, and whose writer's name is damaged too") {
    val damaged = table()
    val file = sidecar(damaged)
    val bytes = withFooter(Files.readAllBytes(file))(footer =>
      footer.setCreated_by("q" + footer.getCreated_by.tail): Unit
    )
    val text = new String(bytes, ISO_8859_1).lastIndexOf("org.apache.spark")
    bytes(text) = 0xff.toByte
    Files.write(file, bytes)
    assert(problem(damaged).contains("its footer is damaged"))
  }

  private def withFooter(file: Array[Byte])(change: FileMetaData => Unit): Array[Byte] = {
    val end = file.length - 8
    val size = ByteBuffer.wrap(file, end, 4).order(ByteOrder.LITTLE_ENDIAN).getInt
    val footer = Util.readFileMetaData(new ByteArrayInputStream(file, end - size, size))
    change(footer)
    val out = new ByteArrayOutputStream
    out.write(file, 0, end - size)
    Util.writeFileMetaData(footer, out)
    val length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN)
      .putInt(out.size - (end - size))
    out.write(length.array)
    out.write("PAR1".getBytes)
    out.toByteArray
  }

  test("an older version is inspected by what its readers open") {
    RunningDelta.needs("3.3", "Delta 3.2 reads the newest version first")
    val older = table()
    write(older, commitName(3), "nonsense")
    assert(described(older, "VERSION AS OF 2 INSPECT LOG")("problems") == Nil)
    val whole = table()
    val at = snapshotTime(whole)
    assert(described(whole, s"TIMESTAMP AS OF '$at' INSPECT LOG")("version") == 2L)
  }

  private def snapshotTime(table: Path): String = {
    val file = directory(table).resolve(commitName(2))
    Files.setLastModifiedTime(
      directory(table).resolve(commitName(3)),
      java.nio.file.attribute.FileTime.from(Files.getLastModifiedTime(
        file
      ).toInstant.plusSeconds(60))
    )
    new java.sql.Timestamp(Files.getLastModifiedTime(file).toMillis).toString
  }

  test("a sidecar that is missing") {
    val damaged = table()
    Files.delete(sidecar(damaged))
    assert(
      problem(damaged).startsWith("The checkpoint of version 2 cannot be used: these sidecars")
    )
  }

  test("a checkpoint that is cut off") {
    val damaged = table()
    val name = named(damaged, { case _: LogFile.V2Checkpoint => true })
    write(damaged, name, text(damaged, name).dropRight(20))
    delete(damaged) { case LogFile.Checksum(version) => version == 2 }
    assert(failure(described(damaged)).getCondition ==
      "DELTAWARD_TABLE_NOT_READABLE.NO_USABLE_CHECKPOINT")
  }

  test("a checksum that contradicts the commits") {
    RunningDelta.needsChecksums()
    val damaged = table()
    write(
      damaged,
      checksumName(3),
      text(damaged, checksumName(3)).replaceFirst("\"id\":\"", "\"id\":\"x")
    )
    assert(problem(damaged) == s"${checksumName(3)}: its metadata differs from the log")
  }

  test("a checksum whose counts contradict the files is found by Delta") {
    RunningDelta.needsChecksums()
    val damaged = table()
    write(
      damaged,
      checksumName(3),
      text(damaged, checksumName(3)).replaceFirst("\"numFiles\":3", "\"numFiles\":7")
    )
    assert(problem(damaged).startsWith("Delta cannot open it: "))
  }

  test("an action of another type, a line that is none, and a checkpoint that is named and gone") {
    val wrongType = table()
    write(
      wrongType,
      commitName(3),
      text(wrongType, commitName(3)).replace("\"dataChange\":true", "\"dataChange\":1")
    )
    assert(problem(wrongType).endsWith("add.dataChange is 1, which is of another type"))
    val garbage = table()
    write(garbage, commitName(3), text(garbage, commitName(3)) + "gar")
    assert(failure(described(garbage)).getCondition == "DELTAWARD_TABLE_NOT_READABLE.MALFORMED")
    val hint = table()
    write(hint, "_last_checkpoint", """{"version":9,"size":1}""")
    assert(problem(hint) == "_last_checkpoint: it names version 9, which has no checkpoint")
  }

  test("a table without columns, which Delta makes and does not read") {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} USING delta")
    assert(problem(path) ==
      "Delta cannot open it: it has no column, and Delta reads no such table")
  }

  test("a property that is null") {
    val commit = Seq(
      """{"protocol":{"minReaderVersion":1,"minWriterVersion":2}}""",
      metadataLine.replace("\"configuration\":{}", "\"configuration\":{\"delta.appendOnly\":null}")
    )
    val path = handWritten(commit)
    val row = described(path, "")
    assert(row("isValid") == false)
    assert(row("problems") == Seq("metaData has no value of delta.appendOnly"))
    assert(!verdicts(path, "")("OK"))
    makeCheckpoint(path)
    val checkpointed = described(path, "")
    assert(checkpointed("logRead").toString.contains("checkpoint"))
    assert(checkpointed("problems") == row("problems"))
  }

  test("a sidecar in Parquet whose pages are damaged, in the size that it had") {
    val damaged = table()
    val file = sidecar(damaged)
    val bytes = Files.readAllBytes(file)
    java.util.Arrays.fill(bytes, 20, 120, 0.toByte)
    Files.deleteIfExists(file.resolveSibling(s".${file.getFileName}.crc"))
    Files.write(file, bytes)
    assert(problem(damaged).contains("cannot be read"))
  }

  /** Makes a table partitioned by day, with a commit for each of its files. */
  private def partitioned(): Path = copyOf(MadeTables.made("inspected-partitions") { path =>
    sql(s"CREATE TABLE ${named(path)} (id BIGINT, day DATE) USING delta PARTITIONED BY (day)")
    sql(s"INSERT INTO ${named(path)} VALUES (1, DATE'2024-01-01')")
    ()
  })

  Seq(
    ("of another type", "2024-13-41", "has a partition value of another type: day"),
    ("missing", "", "does not have the values of the partition columns"),
    ("of a column in other letters", "DAY", "does not have the values of the partition columns")
  ).foreach { case (name, by, words) =>
    test(s"a partition value that is $name") {
      val damaged = partitioned()
      delete(damaged) { case _: LogFile.Checksum => true }
      val told = """"partitionValues":{"day":"2024-01-01"}"""
      val now = by match {
        case "" => """"partitionValues":{}"""
        case "DAY" => told.replace("day", "DAY")
        case value => told.replace("2024-01-01", value)
      }
      write(damaged, commitName(1), text(damaged, commitName(1)).replace(told, now))
      assert(problem(damaged).endsWith(words))
    }
  }

  test("a deletion vector that the protocol does not allow") {
    val damaged = partitioned()
    delete(damaged) { case _: LogFile.Checksum => true }
    val vector =
      """{"storageType":"i","pathOrInlineDv":"wi5b=000010000siXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L",""" +
        """"sizeInBytes":40,"cardinality":6}"""
    write(
      damaged,
      commitName(1),
      text(damaged, commitName(1))
        .replace("\"dataChange\":true", s""""dataChange":true,"deletionVector":$vector""")
    )
    assert(problem(damaged).contains("has a deletion vector, which the protocol does not allow"))
  }

  test("a type change that Delta does not know") {
    RunningDelta.needs("3.3", "Delta 3.2 has another error for it")
    val damaged = copyOf(MadeTables.made("inspected-widening") { path =>
      sql(s"""CREATE TABLE ${named(path)} (id BIGINT) USING delta
             |TBLPROPERTIES ('delta.enableTypeWidening' = 'true')""".stripMargin)
      ()
    })
    delete(damaged) { case _: LogFile.Checksum => true }
    val change =
      """{\"delta.typeChanges\":[{\"fromType\":\"string\",\"toType\":\"long\"}]}"""
    write(
      damaged,
      commitName(0),
      text(damaged, commitName(0))
        .replace("""\"metadata\":{}""", raw"""\"metadata\":$change""")
    )
    assert(problem(damaged).contains("DELTA_UNSUPPORTED_TYPE_CHANGE_IN_SCHEMA"))
  }

  test("a compaction that contradicts its commits") {
    val damaged = table()
    write(damaged, commitName(4), text(damaged, commitName(3)).replace("part-", "path-"))
    val compaction = s"${commitName(3).take(20)}.${commitName(4).take(20)}.compacted.json"
    write(damaged, compaction, text(damaged, commitName(3)))
    assert(described(damaged)("problems").toString.contains(s"$compaction: its path-"))
  }

  test("a property that Delta cannot read, and a version without its zeros, need no clause") {
    val property = table()
    sql(s"ALTER TABLE ${named(property)} SET TBLPROPERTIES ('delta.checkpointInterval' = '7')")
    delete(property) { case _: LogFile.Checksum => true }
    write(property, commitName(4), text(property, commitName(4)).replace("\"7\"", "\"seven\""))
    assert(
      described(property, "")("problems") ==
        Seq("delta.checkpointInterval is seven, which Delta cannot read")
    )
    assert(!verdicts(property, "")("OK"))
    val misnamed = table()
    write(misnamed, "4.json", text(misnamed, commitName(3)))
    assert(
      described(misnamed, "")("problems") ==
        Seq("4.json does not have the 20 digits of a version")
    )
  }

  test("a name that only Delta takes for a compaction is a problem, since Delta fails on it") {
    Seq("-", "0").foreach { between =>
      val misnamed = table()
      val name = s"${commitName(1).take(20)}$between${commitName(2).take(20)}.compacted.json"
      write(misnamed, name, "garbage")
      assert(described(misnamed, "")("problems").toString.contains(name))
      assert(!verdicts(misnamed, "")("OK"))
    }
  }

  test("INSPECT LOG does not answer from the session's memory: Delta opens the table anew") {
    val damaged = table()
    assert(sql(s"SELECT * FROM ${named(damaged)}").length == 3)
    Files.move(
      sidecar(damaged),
      directory(damaged).resolve("moved"),
      StandardCopyOption.REPLACE_EXISTING
    )
    assert(problem(damaged).contains("sidecars are missing"))
  }
}
