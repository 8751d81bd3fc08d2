package io.deltaward.serializability.search

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.serializability.model._
import io.deltaward.serializability.model.Merge.Clause
import io.deltaward.serializability.model.RowCondition._
import io.deltaward.serializability.search.Level.{Serializable, WriteSerializable}

/** Judges hand-made histories. The table begins at version 1, and each entry commits the next version. */
class SerialOrderSuite extends AnyFunSuite {

  private def row(id: Long, x: Int, trail: String = "a"): Record =
    Record(id, Some(0), Some(x), trail)

  private def bag(rows: Record*): Bag = Bag(rows)

  private val start = bag(row(1, 1), row(2, 2))

  /** @param entries the version that was read, the operation, and the contents after it */
  private def unexplained(level: Level, start: Bag)(entries: (Long, Op, Bag)*): Option[Long] = {
    val committed = entries.zipWithIndex.map { case ((read, op, _), i) =>
      Committed(read, i + 2L, op, None)
    }
    val contents = entries.zipWithIndex.map { case ((_, _, found), i) => i + 2L -> found }.toMap
    SerialOrder.unexplained(level, start, committed, contents).map(_.version)
  }

  private def levels(name: String)(verdict: Level => Option[Long])(expected: Option[Long]): Unit =
    Seq(Serializable, WriteSerializable).foreach { level =>
      test(s"${level.property}: $name")(assert(verdict(level) == expected))
    }

  levels("two writers of different rows are explained by the history's order")(
    unexplained(_, start)(
      (1, Delete(IdIn(Seq(1))), bag(row(2, 2))),
      (1, Update(ColumnChange(ColumnChange.XTo(Some(9)), "b"), IdIn(Seq(2))), bag(row(2, 9, "a.b")))
    )
  )(None)

  levels("a lost update is found")(
    unexplained(_, start)(
      (
        1,
        Update(ColumnChange(ColumnChange.XPlus(1), "b"), IdIn(Seq(1))),
        bag(row(1, 2, "a.b"), row(2, 2))
      ),
      (
        1,
        Update(ColumnChange(ColumnChange.XPlus(1), "c"), IdIn(Seq(1))),
        bag(row(1, 2, "a.c"), row(2, 2))
      )
    )
  )(Some(3))

  levels("a row that came back is found")(
    unexplained(_, start)(
      (1, Delete(IdIn(Seq(1))), bag(row(2, 2))),
      (1, Rewrite.Optimize, start)
    )
  )(Some(3))

  levels("a row doubled is found")(
    unexplained(_, start)((1, Rewrite.Optimize, bag(row(1, 1), row(1, 1), row(2, 2))))
  )(Some(2))

  levels("a wrong state between two right ones is found")(
    unexplained(_, start)(
      (1, Delete(IdIn(Seq(1))), start),
      (2, Delete(IdIn(Seq(2))), bag())
    )
  )(Some(2))

  levels("an upsert that inserts nothing though a delete took the row it matched is found")(
    unexplained(_, bag(row(1, 3), row(2, 9)))(
      (1, Delete(IdIn(Seq(1))), bag(row(2, 9))),
      (
        1,
        Merge(
          Seq(row(1, 0, "m"), row(2, 0, "m")),
          Merge.ById,
          Always,
          Seq(Clause(Not(XBelow(5)), Some(ColumnChange(ColumnChange.XTo(Some(0)), "m")))),
          insert = Some(Merge.AllColumns),
          None
        ),
        bag(row(2, 0, "a.m"))
      )
    )
  )(Some(3))

  private val appended = row(3, 1, "b")
  private val skipped = Seq[(Long, Op, Bag)](
    (1, Insert(Seq(appended)), bag(row(1, 1), row(2, 2), appended)),
    (1, Delete(XBelow(2)), bag(row(2, 2), appended))
  )

  test("Serializable: a delete that skips an append it should have read is found") {
    assert(unexplained(Serializable, start)(skipped: _*).contains(3L))
  }

  test("WriteSerializable: a delete may be taken before an append that it did not read (I2)") {
    assert(unexplained(WriteSerializable, start)(skipped: _*).isEmpty)
  }

  test("WriteSerializable: a delete may be taken before the compaction of such an append") {
    val (_, _, after) = skipped.head
    val compacted = skipped.patch(1, Seq((2L, Rewrite.Optimize, after)), 0)
    assert(unexplained(WriteSerializable, start)(compacted: _*).isEmpty)
    assert(unexplained(Serializable, start)(compacted: _*).contains(4L))
  }

  test("WriteSerializable: an append may not be taken after a delete that read it") {
    val known = skipped.map { case (_, op, found) => (2L, op, found) }
    assert(unexplained(WriteSerializable, start)(known: _*).contains(3L))
  }

  test(
    "WriteSerializable: an insert that reads the table is no blind append (I3)"
  ) {
    val copied = InsertSelect(IdIn(Seq(1)), 10, "c")
    val copy = row(11, 1, "a+c")
    assert(
      unexplained(WriteSerializable, start)(
        (1, copied, bag(row(1, 1), row(2, 2), copy)),
        (1, Delete(XBelow(2)), bag(row(2, 2), copy))
      ).contains(3L)
    )
  }

  // The delete is before the append that it skipped, and the append is before the count that read it. The count is
  // before the delete that should have met its row.
  test(
    "WriteSerializable: a cycle through an append that one commit skipped and one read is found"
  ) {
    val count = Record(3, Some(0), Some(2), "w")
    val contents = bag(row(1, 1), row(2, 2), appended)
    val history = Seq[(Long, Op, Bag)](
      (1, Insert(Seq(appended)), contents),
      (2, InsertCount(Always, "w"), contents.plus(Seq(count))),
      (1, Delete(Or(XBelow(2), IdIn(Seq(3)))), bag(row(2, 2), appended, count))
    )
    assert(unexplained(WriteSerializable, start)(history: _*).contains(4L))
  }

  test(
    "WriteSerializable: a delete that found no row may be taken after a commit that skipped its append"
  ) {
    val (append, inserted) = (row(3, 3, "b"), row(4, 4, "c"))
    val delete = Committed(2, 3, Delete(IdIn(Seq(9))), Some(0))
    val skipping = Committed(1, 4, Insert(Seq(inserted)), None)
    val committed = Seq(Committed(1, 2, Insert(Seq(append)), None), delete, skipping)
    val two = bag(row(1, 1), row(2, 2), append)
    val contents = Map(2L -> two, 3L -> two, 4L -> two.plus(Seq(inserted)))
    assert(SerialOrder.unexplained(WriteSerializable, start, committed, contents).isEmpty)
    assert(WriteSerializable.mayFollow(delete, skipping))
    assert(!WriteSerializable.mayFollow(delete.copy(affected = Some(1)), skipping))
  }

  test("a count of rows that no serial order gives is found") {
    val found = Map(2L -> bag(row(2, 2)))
    val delete = Committed(1, 2, Delete(IdIn(Seq(1))), Some(2))
    assert(SerialOrder.unexplained(Serializable, start, Seq(delete), found).nonEmpty)
    val counted = Seq(delete.copy(affected = Some(1)))
    assert(SerialOrder.unexplained(Serializable, start, counted, found).isEmpty)
  }
}
