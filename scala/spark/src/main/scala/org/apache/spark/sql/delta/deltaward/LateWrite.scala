package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{Coalesce, Expression, Literal, Not}
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.delta.DeltaOperations
import org.apache.spark.sql.delta.actions.{Action, AddFile, RemoveFile}

import io.deltaward.concurrency.changes.{FileChanges, Limits, RowSource}
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{ChangeInTheWay, ConstraintBroken}
import org.apache.spark.sql.delta.deltaward.MetadataChanges._

/**
 * A write of rows that was under way when the metadata changed, and whether it is the same as if it had started after that.
 *
 * @param operation        as Delta names it
 * @param overwrites       whether it replaces rows, be there any or not: Delta lets none do so where rows only come
 * @param columns          of the table that it has read, but those whose values are filled up when they are read
 * @param mayMeanNewColumn see [[io.deltaward.concurrency.reads.StatementReads.mayMeanNewColumn]]
 */
final class LateWrite(
    operation: String,
    actions: Seq[Action],
    overwrites: Boolean,
    columns: Seq[String],
    mayMeanNewColumn: => Boolean,
    rows: RowSource,
    limits: Limits
) {

  /** Nothing where it does, or the first thing that is in the way. */
  def meets(needs: Seq[Need]): Either[Unresolved, Unit] =
    needs.foldLeft[Either[Unresolved, Unit]](Right(())) { (soFar, need) =>
      soFar.flatMap(_ => meets(need))
    }

  private def meets(need: Need): Either[Unresolved, Unit] = need match {
    case InTheWay(what) => Left(ChangeInTheWay(what))
    case OnlyAddsRows =>
      val removes = overwrites || actions.exists {
        case file: RemoveFile => file.dataChange
        case _ => false
      }
      Either.cond(!removes, (), ChangeInTheWay("what happens to rows that go"))
    case NoDeletionVectors =>
      val marks = actions.exists {
        case file: AddFile => file.deletionVector != null
        case _ => false
      }
      Either.cond(!marks, (), ChangeInTheWay("the table property delta.enableDeletionVectors"))
    case MeansNoNewColumn(column) =>
      Either.cond(!mayMeanNewColumn, (), ChangeInTheWay(s"the new column $column"))
    case RowsSatisfy(condition) =>
      // Files of which it marks rows were there when the constraint came, which has looked at them.
      val added = FileChanges.of(actions).added.values.toSeq
      if (added.isEmpty || operation == DeltaOperations.OPTIMIZE_OPERATION_NAME) Right(())
      else
        for {
          _ <- limits.allow(added)
          broken <- broken(condition)
          _ <- Either.cond(rows.count(added, broken) == 0, (), ConstraintBroken(condition))
        } yield ()
  }

  /**
   * As Delta has it, a constraint that gives NULL is broken. A name that is none of these columns would be taken for a
   * function, as `user` is, or for a variable.
   */
  private def broken(condition: String): Either[Unresolved, Expression] = {
    val parsed = CatalystSqlParser.parseExpression(condition)
    val names = parsed.collect { case name: UnresolvedAttribute => name.nameParts.head }
    Either.cond(
      names.forall(name => columns.exists(_.equalsIgnoreCase(name))),
      Not(Coalesce(Seq(parsed, Literal.FalseLiteral))),
      ChangeInTheWay(s"the constraint $condition")
    )
  }
}
