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
 * Checks whether a write that was under way when the metadata changed is the same as if it had started after the change.
 *
 * @param operation        Delta's name of the operation
 * @param overwrites       whether it replaces rows, even if there are none: Delta refuses that on an append-only table
 * @param columns          columns of the table that it has read, except those whose values are padded when read
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

  /** Checks that the write meets all needs. Returns the first obstacle, if any. */
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
      Either.cond(!removes, (), ChangeInTheWay("what happens to removed rows"))
    case NoDeletionVectors =>
      val marks = actions.exists {
        case file: AddFile => file.deletionVector != null
        case _ => false
      }
      Either.cond(!marks, (), ChangeInTheWay("the table property delta.enableDeletionVectors"))
    case MeansNoNewColumn(column) =>
      Either.cond(!mayMeanNewColumn, (), ChangeInTheWay(s"the new column $column"))
    case RowsSatisfy(condition) =>
      // The constraint has already checked the files whose rows this write marks, since they existed when it was added.
      val added = FileChanges.fromActions(actions).added.values.toSeq
      if (added.isEmpty || operation == DeltaOperations.OPTIMIZE_OPERATION_NAME) Right(())
      else
        for {
          _ <- limits.allow(added)
          broken <- broken(condition)
          _ <- Either.cond(rows.count(added, broken) == 0, (), ConstraintBroken(condition))
        } yield ()
  }

  /**
   * Returns a condition for rows that break a constraint. As in Delta, a constraint that gives NULL is broken. Any name
   * other than these columns could be read as a function, such as `user`, or as a variable.
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
