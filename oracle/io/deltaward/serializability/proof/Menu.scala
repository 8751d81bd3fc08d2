package io.deltaward.serializability.proof

import io.deltaward.serializability.model._
import io.deltaward.serializability.model.Merge.{AllColumns, CachedTable, Clause, From, Written}
import io.deltaward.serializability.model.RowCondition._

/** The operations of the model. They meet in few rows: ids 1 to 3 are in one file of most layouts, and `x` is small. */
object Menu {

  private def row(id: Long, x: Int, writer: String): Record =
    Record(id, Some(0), Some(x), writer)

  private def plus(step: Int, writer: String): ColumnChange =
    ColumnChange(ColumnChange.XPlus(step), writer)

  private def changes(writer: String, when: RowCondition = Always): Seq[Clause] =
    Seq(Clause(when, Some(plus(1, writer))))

  private def merge(
      source: Seq[Record],
      matched: Seq[Clause],
      inserts: Boolean,
      on: RowCondition = Always,
      bySource: Option[Clause] = None,
      from: From = Written
  ): Merge =
    Merge(source, Merge.ById, on, matched, Option.when(inserts)(AllColumns), bySource, from)

  val all: IndexedSeq[Statement] = IndexedSeq[(String, Op)](
    "delete one row" -> Delete(IdIn(Seq(1))),
    "delete another row" -> Delete(IdIn(Seq(2))),
    "delete by a condition" -> Delete(XBelow(2)),
    "delete a file" -> Delete(IdIn(Seq(1, 2, 3))),
    "update one row out of conditions" -> Update(plus(4, "u1"), IdIn(Seq(1))),
    "update one row into conditions" -> Update(plus(-4, "u2"), IdIn(Seq(2))),
    "update by a condition" -> Update(plus(1, "u3"), XBelow(2)),
    "merge matched rows" ->
      merge(Seq(row(1, 0, "m1"), row(4, 0, "m1")), changes("m1"), inserts = false),
    "merge by a condition that deletes" ->
      merge(
        Seq(row(3, 0, "m2"), row(5, 0, "m2")),
        Seq(Clause(XBelow(2), None)),
        inserts = false
      ),
    "merge that matches by a condition, too" ->
      merge(Seq(row(1, 2, "m3")), changes("m3"), inserts = true, on = XBelow(2)),
    "upsert" ->
      merge(Seq(row(1, 0, "m4"), row(20, 1, "m4")), changes("m4"), inserts = true),
    "upsert, source not kept" ->
      merge(
        Seq(row(2, 0, "m5"), row(20, 5, "m5")),
        changes("m5"),
        inserts = true,
        from = CachedTable("m5")
      ),
    "conditional upsert" ->
      merge(
        Seq(row(1, 1, "m6"), row(5, 7, "m6")),
        changes("m6", Not(XBelow(2))),
        inserts = true
      ),
    "conditional upsert, source not kept" ->
      merge(
        Seq(row(2, 1, "m7")),
        changes("m7", XBelow(2)),
        inserts = true,
        from = CachedTable("m7")
      ),
    "merge not matched by source" ->
      merge(
        Seq(row(1, 0, "m8"), row(2, 0, "m8")),
        changes("m8"),
        inserts = false,
        bySource = Some(Clause(XBelow(2), None))
      ),
    "merge not matched by source that inserts" ->
      merge(
        Seq(row(20, 6, "m9")),
        Nil,
        inserts = true,
        bySource = Some(Clause(XBelow(2), Some(plus(5, "m9"))))
      ),
    "insert what is not there" ->
      merge(Seq(row(1, 9, "m10"), row(20, 9, "m10")), Nil, inserts = true),
    "insert what is not there, source not kept" ->
      merge(
        Seq(row(2, 9, "m11"), row(21, 1, "m11")),
        Nil,
        inserts = true,
        from = CachedTable("m11")
      ),
    "insert" -> Insert(Seq(row(1, 1, "i1"))),
    "insert a new row" -> Insert(Seq(row(20, 7, "i2"))),
    "insert select by a condition" -> InsertSelect(XBelow(2), 10, "s1"),
    "insert select one row" -> InsertSelect(IdIn(Seq(2)), 10, "s2"),
    "insert a count" -> InsertCount(Always, "s3"),
    "optimize" -> Rewrite.Optimize,
    "purge" -> Rewrite.Purge,
    "overwrite" -> Overwrite(Seq(row(2, 1, "o1"), row(9, 4, "o1"))),
    "add a constraint" -> Alteration.Check,
    "only append" -> Alteration.AppendOnly,
    "turn the change feed on" -> Alteration.ChangeFeed
  ).map { case (name, op) => Statement.fromOp(name, op) }
}
