package io.deltaward.serializability.proof

import java.util.concurrent.ConcurrentHashMap

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Or}
import org.apache.spark.sql.delta.DeltaOperations
import org.apache.spark.sql.delta.DeltaOperations.MergePredicate
import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.concurrency.changes.PossibleMatch
import io.deltaward.concurrency.reads.{MergeReads, OperationKind, UpsertKey}
import io.deltaward.conflicts.{TransactionKind, Unresolved}
import io.deltaward.serializability.model._

/**
 * An operation as Delta 4.4 runs it, whatever the table holds.
 *
 * @param name       short name for reports
 * @param operation  Delta's name of the operation
 * @param reads      what the transaction records as read, each a conjunction; empty for a blind append
 * @param planned    what it does to files
 * @param upsertKey  see [[UpsertKey]]
 * @param mergeReads for a MERGE, see [[MergeReads]]
 */
final case class Statement(
    name: String,
    op: Op,
    operation: String,
    kind: TransactionKind,
    reads: Seq[Seq[Expression]],
    planned: FilePlan,
    upsertKey: Option[Attribute] = None,
    mergeReads: Option[Either[Unresolved, MergeReads]] = None
) {

  val alters: Boolean = op.isInstanceOf[Alteration]

  val mayMeanNewColumn: Boolean = op match {
    case _: Merge | _: InsertSelect | _: InsertCount => true
    case _ => false
  }

  /** True if Delta refuses the statement on an append-only table, whatever rows it finds there. */
  val removesRows: Boolean = op match {
    case _: Delete | _: Update | _: Overwrite => true
    case merge: Merge => merge.matched.nonEmpty || merge.notMatchedBySource.nonEmpty
    case _ => false
  }

  /** Answers of [[looksInto]], by the statistics of the file. */
  private val read = new ConcurrentHashMap[String, java.lang.Boolean]

  /** Returns whether it reads a file, judged by the statistics. */
  def looksInto(file: AddFile): Boolean = read.computeIfAbsent(
    file.stats,
    _ => {
      val possible = new PossibleMatch(RecordTable.ranges.rangesOf(file))
      Boolean.box(reads.exists(_.forall(possible.check)))
    }
  )
}

object Statement {

  def fromOp(name: String, op: Op): Statement = op match {
    case Delete(where) =>
      by(
        name,
        op,
        DeltaOperations.Delete(Seq(Predicates.toExpression(where))),
        Seq(Predicates.read(where)),
        RowPlan(row => Option.when(where.holds(row))(None), _ => Nil)
      )
    case Update(change, where) =>
      by(
        name,
        op,
        DeltaOperations.Update(Some(Predicates.toExpression(where))),
        Seq(Predicates.read(where)),
        RowPlan(row => Option.when(where.holds(row))(Some(change(row))), _ => Nil)
      )
    case Insert(added) => append(name, op, Nil, _ => added)
    case select: InsertSelect =>
      append(name, op, Seq(Predicates.read(select.where)), addedBy(select))
    case count: InsertCount => append(name, op, Seq(Predicates.read(count.where)), addedBy(count))
    case Overwrite(rows, None) =>
      val plan = RowPlan(_ => Some(None), _ => rows)
      Statement(name, op, Written, TransactionKind.Replacing, Seq(Nil), plan)
    case merge: Merge => fromOp(name, merge)
    case change: Alteration =>
      // A change of metadata is never resolved, whatever its kind.
      val reads = if (change.readsAll) Seq(Nil) else Nil
      Statement(name, op, "ALTER", TransactionKind.Opaque, reads, AlterPlan(change))
    case Rewrite.Optimize =>
      by(name, op, DeltaOperations.Optimize(Nil), Seq(Nil), RewritePlan.Optimize)
    case Rewrite.Purge =>
      by(name, op, DeltaOperations.Reorg(Nil), Seq(Nil), RewritePlan.Purge)
    case other => throw new IllegalArgumentException(s"the menu does not have $other")
  }

  /** Delta's name of an INSERT. Delta creates that operation only in a session, so its kind is set by hand. */
  private val Written = "WRITE"

  private def by(
      name: String,
      op: Op,
      operation: DeltaOperations.Operation,
      reads: Seq[Seq[Expression]],
      planned: FilePlan
  ): Statement = {
    val kind = OperationKind.classify(operation).getOrElse(throw new IllegalArgumentException(name))
    Statement(name, op, operation.name, kind, reads, planned)
  }

  private def append(
      name: String,
      op: Op,
      reads: Seq[Seq[Expression]],
      added: Seq[Record] => Seq[Record]
  ): Statement =
    Statement(name, op, Written, TransactionKind.Reader, reads, RowPlan(_ => None, added))

  /** Returns the rows that an operation adds, if it only adds rows. */
  private def addedBy(op: Op)(rows: Seq[Record]): Seq[Record] = {
    val before = Bag(rows)
    op(before).contents.minus(before).rows
  }

  private def fromOp(name: String, merge: Merge): Statement = {
    val command = MergeCommand.fromMerge(merge)
    val isCached = merge.from.isInstanceOf[Merge.CachedTable]
    by(
      name,
      merge,
      DeltaOperations.Merge(
        Some(command.condition),
        command.matchedClauses.map(MergePredicate(_)),
        command.notMatchedClauses.map(MergePredicate(_)),
        command.notMatchedBySourceClauses.map(MergePredicate(_))
      ),
      Seq(readBy(merge)),
      RowPlan(changeBy(merge), insertedBy(merge))
    ).copy(
      upsertKey = UpsertKey.find(command),
      // A source that is in Spark's cache is not read again.
      mergeReads = Some(MergeReads.forMerge(command, Option.when(!isCached)(command.source)))
    )
  }

  /** Returns the conditions of ON on the target alone, plus those of the clauses if only matched rows change. */
  private def readBy(merge: Merge): Seq[Expression] =
    if (merge.notMatchedBySource.nonEmpty) Nil
    else {
      val clauses = merge.matched.map(_.condition)
      val onlyMatched = merge.insert.isEmpty && !clauses.contains(RowCondition.Always)
      Predicates.read(merge.on) ++
        Option.when(onlyMatched)(clauses.map(Predicates.toExpression).reduce[Expression](Or(_, _)))
    }

  private def matches(merge: Merge, row: Record): Boolean =
    merge.source.exists(_.id == row.id) && merge.on.holds(row)

  private def changeBy(merge: Merge)(row: Record): Option[Option[Record]] = {
    val clauses = if (matches(merge, row)) merge.matched else merge.notMatchedBySource.toSeq
    clauses.find(_.condition.holds(row)).map(_.change.map(_(row)))
  }

  private def insertedBy(merge: Merge)(rows: Seq[Record]): Seq[Record] = {
    val found = rows.filter(matches(merge, _)).map(_.id).toSet
    merge.insert.toSeq.flatMap(as => merge.source.filterNot(row => found(row.id)).map(as.row))
  }
}
