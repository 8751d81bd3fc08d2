package io.deltaward.serializability.proof

import io.deltaward.serializability.model.{Delete, Op, Record}
import io.deltaward.serializability.model.RowCondition.IdIn

/**
 * The table at the start of a history.
 *
 * @param files  rows of each file
 * @param before operations that come first, one after the other, and give files deletion vectors
 */
final case class Layout(name: String, files: Seq[Seq[Record]], before: Seq[Op]) {

  val table: Table = before.foldLeft(Table.fromFiles(files)) { (table, op) =>
    val plan = Statement.fromOp("before", op).planned.planFor(table).get
    table.commit(
      plan.actions,
      Map.empty
    ).fold(wrong => throw new IllegalStateException(wrong), identity)
  }
}

object Layout {

  private def row(id: Long, x: Int): Record = Record(id, Some(0), Some(x), "f")

  private val three = Seq(
    Seq(row(1, 1), row(2, 5), row(3, 1)),
    Seq(row(4, 1), row(5, 5), row(6, 3)),
    Seq(row(7, 5), row(8, 3), row(9, 1))
  )

  /** Two files have equal rows, and ids repeat. */
  private val alike = Seq(
    Seq(row(1, 1), row(2, 5), row(3, 1)),
    Seq(row(1, 1), row(2, 5), row(5, 1)),
    Seq(row(2, 1), row(2, 1), row(4, 3))
  )

  val all: Seq[Layout] = Seq(
    Layout("three files", three, Nil),
    Layout("three files with deletion vectors", three, Seq(Delete(IdIn(Seq(3, 6, 8))))),
    Layout("rows that are the same", alike, Nil),
    Layout("rows that are the same, with a deletion vector", alike, Seq(Delete(IdIn(Seq(5)))))
  )
}
