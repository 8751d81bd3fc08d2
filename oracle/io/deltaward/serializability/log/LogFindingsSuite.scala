package io.deltaward.serializability.log

import java.nio.file.Files

import com.fasterxml.jackson.databind.node.ObjectNode
import org.scalatest.funsuite.AnyFunSuite

/** Breaks each invariant of a log, and checks that this is found. */
class LogFindingsSuite extends AnyFunSuite with SoundTable {

  test("a log as Delta writes it has no finding") {
    assert(StructuralValidator.ofLog(sound).isEmpty)
  }

  private def found(name: String, invariant: String, version: Long)(edit: LogEdit => Unit): Unit =
    test(name) {
      val findings = StructuralValidator.ofLog(damaged(edit))
      assert(findings.exists(f => f.invariant == invariant && f.version == version), findings)
    }

  private def vector(action: ObjectNode): ObjectNode =
    action.get("deletionVector").asInstanceOf[ObjectNode]

  private def withoutVector(edit: LogEdit): Unit =
    edit.each(SecondDelete, "remove")(_.remove("deletionVector"))

  found("a remove with another deletion vector", "what is removed was active", SecondDelete) {
    withoutVector
  }

  found("a file left active twice", "a path is active once", SecondDelete)(withoutVector)

  found("a path added twice", "a commit adds and removes a path once", FirstFile) {
    _.actions(FirstFile)(action => if (action.has("add")) Seq(action, action) else Seq(action))
  }

  private val Readable = "a deletion vector is what its descriptor says"

  found("a missing deletion vector", Readable, FirstDelete) {
    _.each(FirstDelete, "add")(add => vector(add).put("pathOrInlineDv", "ab^-aqEH.-t@S}K{vb[*k^"))
  }

  found("a wrong cardinality", Readable, SecondDelete) {
    _.each(SecondDelete, "add")(add => vector(add).put("cardinality", 3))
  }

  found(
    "a deletion vector beyond its file",
    "a deletion vector stays inside its file",
    FirstDelete
  ) {
    _.stats(FirstDelete)(_.put("numRecords", 1))
  }

  private val Described = "a file with a deletion vector has numRecords and wide bounds"

  found("a deletion vector with tight bounds", Described, FirstDelete) {
    _.stats(FirstDelete)(_.put("tightBounds", true))
  }

  found("a deletion vector without numRecords", Described, FirstDelete) {
    _.stats(FirstDelete)(_.remove("numRecords"))
  }

  found(
    "a file whose rows are all deleted",
    "a file is removed when its last row is",
    SecondDelete
  ) {
    _.stats(SecondDelete)(_.put("numRecords", 2))
  }

  test("a file without statistics may have all its rows deleted") {
    val table = temporaryTable()
    Seq(
      s"CREATE TABLE ${named(table)} (id BIGINT) USING delta " +
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      s"INSERT INTO ${named(table)} SELECT /*+ COALESCE(1) */ id FROM range(3)"
    ).foreach(plain.sql)
    new LogEdit(table).each(FirstFile, "add")(_.remove("stats"))
    plain.sql(s"DELETE FROM ${named(table)} WHERE id >= 0")
    val log = Log.read(table)
    assert(log.activeAt(log.newest).map(_.liveRecords).toSeq == Seq(Some(0L)))
    assert(StructuralValidator.ofLog(table).isEmpty)
  }

  test("a deletion vector that lost a row") {
    def vectorOf(version: Long) =
      Log.read(sound).commits(version.toInt).adds.head.deletionVector.get.node
    val (one, two) = (vectorOf(FirstDelete), vectorOf(SecondDelete))
    val table = damaged { edit =>
      edit.each(FirstDelete, "add")(_.set[ObjectNode]("deletionVector", two))
      edit.each(SecondDelete, "add")(_.set[ObjectNode]("deletionVector", one))
    }
    val findings = StructuralValidator.ofLog(table)
    assert(
      findings.exists(_.invariant == "a deletion vector never loses a row, but by RESTORE"),
      findings
    )
  }

  found("files that disagree", "the files of a commit agree on dataChange", FirstDelete) {
    _.each(FirstDelete, "add")(_.put("dataChange", false))
  }

  found("a compaction that changes data", "OPTIMIZE and REORG change no data", Compaction) { edit =>
    Seq("add", "remove").foreach(edit.each(Compaction, _)(_.put("dataChange", true)))
  }

  found("a change file that changes data", "a change file is no data change", UpdateOfOne) {
    _.each(UpdateOfOne, "cdc")(_.put("dataChange", true))
  }

  found(
    "a file without row ids",
    "each file has a base row id and a default row commit version",
    SecondFile
  )(_.each(SecondFile, "add")(_.remove("baseRowId")))

  private val Kept = "a file keeps its base row id and default row commit version"

  found("a file that is given new row ids", Kept, FirstDelete) {
    _.each(FirstDelete, "add")(_.put("baseRowId", 1000))
  }

  found("a remove with another row commit version", Kept, FirstDelete) {
    _.each(FirstDelete, "remove")(_.put("defaultRowCommitVersion", 0))
  }

  found(
    "a new file with an old commit version",
    "a new file's default row commit version is its version",
    SecondFile
  )(_.each(SecondFile, "add")(_.put("defaultRowCommitVersion", 1)))

  found("row ids given twice", "no two files are given the same row ids", SecondFile) {
    _.each(SecondFile, "add")(_.put("baseRowId", 4))
  }

  found("a high watermark below a row id", "the high watermark is above every row id", SecondFile) {
    _.each(SecondFile, "domainMetadata")(_.put("configuration", """{"rowIdHighWaterMark":8}"""))
  }

  found("a missing timestamp", "a commit carries its in-commit timestamp", FirstFile) {
    _.each(FirstFile, "commitInfo")(_.remove("inCommitTimestamp"))
  }

  found("a timestamp in the past", "in-commit timestamps run forward", SecondFile) {
    _.each(SecondFile, "commitInfo")(_.put("inCommitTimestamp", 1))
  }

  test("a checksum of another state") {
    val table = damaged { edit =>
      val checksum = Json.read(Files.readString(edit.checksum(SecondFile))).asInstanceOf[ObjectNode]
      Files.writeString(edit.checksum(SecondFile), checksum.put("numFiles", 7).toString): Unit
    }
    val findings = StructuralValidator.ofLog(table)
    assert(findings.map(_.invariant) == Seq("a version checksum is the state's"), findings)
  }
}
