package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.node.ObjectNode
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.Exhaustive

/** Breaks each invariant of rows, and checks that this is found. */
class RowFindingsSuite extends AnyFunSuite with SoundTable {

  /** Runs in `make test-all`. In `make test`, `TrackedSuite` checks that resolved commits have no finding. */
  test("a table as Delta writes it has no finding", Exhaustive) {
    val findings = StructuralValidator.ofRows(sound, 0L to NewColumn, plain, spark)
    assert(findings.isEmpty && StructuralValidator.ofCopies(sound, plain).isEmpty)
  }

  /** The tests that `make test` runs: one each of counts, bounds, row ids and the change feed. */
  private val Representative = Set(
    "a count that is too small",
    "a greatest value that is too small",
    "row ids that two rows have",
    "a change feed that leaves out an insert"
  )

  private def found(name: String, invariant: String, version: Long)(edit: LogEdit => Unit): Unit =
    test(name, Exhaustive.unless(Representative(name)): _*) {
      val findings = StructuralValidator.ofRows(damaged(edit), Seq(version), plain, plain)
      assert(findings.exists(_.invariant == invariant), findings)
    }

  found("a count that is too small", "the log's row counts are the table's", SecondFile) {
    _.stats(SecondFile)(_.put("numRecords", 4))
  }

  found("a file's count that is too small", "a file's row count is its rows'", SecondFile) {
    _.stats(SecondFile)(_.put("numRecords", 4))
  }

  private def bound(stats: ObjectNode, which: String): ObjectNode =
    stats.get(which).asInstanceOf[ObjectNode]

  found("a greatest value that is too small", "no row is outside its file's bounds", SecondFile) {
    _.stats(SecondFile)(bound(_, "maxValues").put("id", 8))
  }

  found("a least value that is too great", "no row is outside its file's bounds", SecondDelete) {
    _.stats(SecondDelete)(bound(_, "minValues").put("s", "r1"))
  }

  private val Nulls = "a file's null counts are its rows'"

  found("tight null counts that are wrong", Nulls, FirstFile) {
    _.stats(FirstFile)(bound(_, "nullCount").put("x", 2))
  }

  found("wide null counts that deny a NULL", Nulls, FirstDelete) {
    _.stats(FirstDelete)(bound(_, "nullCount").put("x", 0))
  }

  found("row ids that two rows have", "row ids are unique", SecondFile) {
    _.each(SecondFile, "add")(_.put("baseRowId", 4))
  }

  found("rows that are given new ids", "a row that is not touched keeps its row id", FirstDelete) {
    _.each(FirstDelete, "add")(_.put("baseRowId", 1000))
  }

  found(
    "rows that are given a new commit version",
    "a row that is not touched keeps its commit version",
    FirstDelete
  )(_.each(FirstDelete, "add")(_.put("defaultRowCommitVersion", FirstDelete)))

  found(
    "a changed row with its old commit version",
    "a row that came or changed has the commit version of that",
    UpdateOfOne
  ) {
    _.each(UpdateOfOne, "add") { add =>
      if (!add.has("deletionVector")) add.put("defaultRowCommitVersion", SecondFile)
    }
  }

  found(
    "a change feed that tells of an earlier delete again",
    "the change feed's deletes and pre-images are the rows that went",
    SecondDelete
  )(_.each(SecondDelete, "remove")(_.remove("deletionVector")))

  found(
    "a change feed that leaves out an insert",
    "the change feed's inserts and post-images are the rows that came",
    SecondFile
  )(_.each(SecondFile, "add")(_.put("dataChange", false)))

  test("two readers that read different rows") {
    val other = damaged(_.actions(SecondFile)(a => if (a.has("add")) Nil else Seq(a)))
    val findings = OtherReader.findings(
      new RowsByVersion(plain, Log.read(sound)),
      new RowsByVersion(plain, Log.read(other)),
      SecondFile
    )
    assert(findings.map(_.invariant) == Seq("another session reads the same rows"))
  }
}
