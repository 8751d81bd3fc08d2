package io.deltaward.commands

import java.nio.file.Files

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.Row
import org.apache.spark.sql.types.{ArrayType, StructType}

import io.deltaward.{Exhaustive, MadeTables, RunningDelta}
import io.deltaward.checkpoints.ProtectedTable
import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery

class ShowCheckpointProtectionSuite extends ProtectedTable {

  private def show(table: Path): Map[String, Any] =
    one(s"SHOW CHECKPOINT PROTECTION ${named(table)}")

  private def structs(row: Map[String, Any], column: String): Seq[Row] =
    row(column).asInstanceOf[collection.Seq[Row]].toSeq

  private def problems(row: Map[String, Any]): Seq[String] =
    row("problems").asInstanceOf[collection.Seq[String]].toSeq

  /** Makes a table that dropped deletion vectors after use. Delta leaves protected checkpoints and a boundary. */
  private def dropped(): Path = {
    RunningDelta.needsVectorDrops()
    copyOf(MadeTables.made("without vectors again") { table =>
      sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES " +
        "('delta.enableDeletionVectors' = 'true', 'delta.checkpointInterval' = '100')")
      spark.range(0, 10, 1, 1).write.format("delta").mode("append").save(table.toString)
      sql(s"DELETE FROM ${named(table)} WHERE id = 3")
      sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors")
      sql(s"INSERT INTO ${named(table)} VALUES (11)"): Unit
    })
  }

  private def reader(row: Map[String, Any], version: Int): Row =
    structs(row, "readableVersions").find(_.getAs[Int]("minReaderVersion") == version).get

  private def lost(reader: Row): Seq[(Long, Long)] =
    reader.getAs[collection.Seq[Row]]("lostVersions").toSeq.map(r => (r.getLong(0), r.getLong(1)))

  test("C7: what a default DROP FEATURE leaves is whole, and each reader opens what it should") {
    val table = dropped()
    val row = show(table)
    val boundary = row("boundary").asInstanceOf[Long]
    assert(boundary == row("version").asInstanceOf[Long] - 1)
    val entries = structs(row, "checkpoints")
    assert(entries.count(_.getAs[Boolean]("isProtected")) == 3)
    assert(entries.exists(_.getAs[Long]("version") == boundary))
    assert(entries.forall(_.getAs[Boolean]("intact")))
    assert(reader(row, 3).getAs[Long]("oldestVersion") == 0)
    assert(reader(row, 1).getAs[Long]("oldestVersion") == boundary)
    assert(problems(row).isEmpty, row)
    assert(row("cleanupVersions") == null && row("cleanupCutoff") != null)
    assert(row("tableName") == null && row("location").toString.contains("table"))
    assert(row("missingVersions") == null)
  }

  test("C7: the checkpoint at the boundary is deleted by others: who loses which versions") {
    val table = dropped()
    val boundary = show(table)("boundary").asInstanceOf[Long]
    LogSurgery.delete(table) { case LogFile.ClassicCheckpoint(version) => version == boundary }
    val row = show(table)
    assert(lost(reader(row, 1)) == Seq((boundary, boundary + 1)))
    assert(reader(row, 1).isNullAt(reader(row, 1).fieldIndex("oldestVersion")))
    assert(lost(reader(row, 3)).isEmpty)
    assert(problems(row).exists(_.contains(s"versions $boundary to ${boundary + 1}")))
  }

  test("C7: a truncated checkpoint at the boundary is named, with its losses", Exhaustive) {
    val table = dropped()
    val boundary = show(table)("boundary").asInstanceOf[Long]
    LogSurgery.write(table, f"$boundary%020d.checkpoint.parquet", "PAR1")
    val row = show(table)
    val damaged = structs(row, "checkpoints").filterNot(_.getAs[Boolean]("intact"))
    assert(damaged.map(_.getAs[Long]("version")) == Seq(boundary))
    assert(damaged.head.getAs[String]("problem").contains("cannot be read"))
    assert(lost(reader(row, 1)) == Seq((boundary, boundary + 1)))
  }

  test(
    "C7: once early commits are gone, older versions are lost with the checkpoint they start from"
  ) {
    val table = dropped()
    val protectedOnes = structs(show(table), "checkpoints")
      .filter(_.getAs[Boolean]("isProtected"))
      .map(_.getAs[Long]("version"))
    LogSurgery.delete(table) {
      case LogFile.Commit(version) => version < protectedOnes.head
      case LogFile.Checksum(version) => version < protectedOnes.head
    }
    assert(reader(show(table), 3).getAs[Long]("oldestVersion") == protectedOnes.head)
    LogSurgery.delete(table) { case LogFile.ClassicCheckpoint(version) =>
      version == protectedOnes.head
    }
    val row = show(table)
    assert(reader(row, 3).getAs[Long]("oldestVersion") == protectedOnes(1))
    assert(lost(reader(row, 3)) == Seq((protectedOnes.head, protectedOnes(1) - 1)))
    assert(row("missingVersions") == Row(0L, protectedOnes.head - 1))
  }

  test("C7: what the next cleanup may remove is what it removes") {
    RunningDelta.needsProtection()
    val table = grownTable(boundary = 9, interval = 3, version = 8)
    age(table, 8)
    val versions = show(table)("cleanupVersions").asInstanceOf[Row]
    assert((versions.getLong(0), versions.getLong(1)) == ((0L, 8L)))
    sql(s"INSERT INTO ${named(table)} VALUES (9)")
    assert(commits(table) == Set(9L))
  }

  test("C7: a cleanup that would break C1 may remove nothing, and it is said why") {
    RunningDelta.needsProtection()
    val table = grownTable(boundary = 9, interval = 3, version = 8)
    age(table, 7)
    val row = show(table)
    assert(row("cleanupVersions") == null)
    assert(problems(row).exists(text =>
      text.contains("up to the boundary 9") && text.contains("versions 3 ")
    ))
  }

  test(
    "C7: the earliest time of the drop is when Delta lets it through, and not before",
    Exhaustive
  ) {
    val table = guardedTable(boundary = 3, interval = 3)
    appendUpTo(table, 4)
    def millis: Long = show(table)("earliestDropTime").asInstanceOf[java.sql.Timestamp].getTime
    def drop(): Unit =
      sql(s"ALTER TABLE ${named(table)} DROP FEATURE checkpointProtection TRUNCATE HISTORY"): Unit
    val now = System.currentTimeMillis()
    assert(millis > now + 23 * 3600 * 1000L && millis <= now + 24 * 3600 * 1000L + 120000)
    assert(failure(drop()).getCondition ==
      "DELTA_FEATURE_DROP_CHECKPOINT_PROTECTION_WAIT_FOR_RETENTION_PERIOD")
    age(table, 3)
    assert(millis < now)
    drop()
    assert(show(table)("boundary") == null)
  }

  test("a table without the feature: no boundary, nothing protected, no drop") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    makeCheckpoint(table)
    val row = show(table)
    assert(row("boundary") == null && row("earliestDropTime") == null && problems(row).isEmpty)
    assert(structs(row, "checkpoints").map(_.getAs[Boolean]("isProtected")) == Seq(false))
  }

  test("bytes of the log are those of its files, sidecars included") {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')"
    )
    spark.range(10).write.format("delta").mode("append").save(table.toString)
    makeCheckpoint(table)
    val log = LogSurgery.directory(table)
    def bytes(directory: java.io.File): Long =
      directory.listFiles.filter(f => f.isFile && !f.getName.startsWith(".")).map(_.length).sum
    val sidecars = bytes(log.resolve("_sidecars").toFile)
    assert(sidecars > 0 && Files.exists(log))
    assert(show(table)("logBytes") == bytes(log.toFile) + sidecars)
  }

  test("the columns keep their names, and the ones inside them too") {
    RunningDelta.needsProtection()
    val table = named(guardedTable(boundary = 1, interval = 10))
    val schema = spark.sql(s"SHOW CHECKPOINT PROTECTION FOR $table").schema
    def inside(column: String): Seq[String] = schema(column).dataType
      .asInstanceOf[ArrayType].elementType.asInstanceOf[StructType]
      .fieldNames.toSeq
    assert(schema.fieldNames.toSeq == Seq(
      "tableName",
      "location",
      "version",
      "boundary",
      "checkpoints",
      "readableVersions",
      "missingVersions",
      "cleanupCutoff",
      "cleanupVersions",
      "earliestDropTime",
      "logBytes",
      "problems"
    ))
    assert(inside("checkpoints") == Seq("version", "kind", "isProtected", "intact", "problem"))
    assert(inside("readableVersions") ==
      Seq("minReaderVersion", "readerFeatures", "oldestVersion", "lostVersions"))
  }

  test("a catalog table by name, a log that cannot be read, and a slip") {
    sql("CREATE TABLE default.checkpoint (id BIGINT) USING delta")
    try assert(one("SHOW CHECKPOINT PROTECTION IN checkpoint")("tableName") ==
        "spark_catalog.default.checkpoint")
    finally sql("DROP TABLE default.checkpoint"): Unit
    assert(failure(sql(s"SHOW CHECKPOINT PROTECTION ${named(temporaryTable())}")).getCondition ==
      "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND")
    assert(failure(sql("SHOW CHECKPOINT PROTECTOIN t")).getMessageParameters.get("hint")
      .contains("SHOW CHECKPOINT PROTECTION"))
  }
}
