package io.deltaward.concurrency.changes

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.delta.actions._

import io.deltaward.concurrency.reads.MergeReads
import io.deltaward.conflicts.{TransactionKind, Unresolved}

/**
 * The transaction that lost the race for a version.
 *
 * @param operation      as Delta names it
 * @param actions        what it wants to commit
 * @param readFiles      the files that it has read, as it knows them
 * @param readPredicates what it has read, each as a conjunction; an empty one stands for all rows
 * @param upsertKey      a column with which every row that it has read by is among the rows that it adds
 * @param merge          of a MERGE, what it has read as its source tells it, or why that is not known
 * @param stretches      of a rewrite, where it has put rows, if that is known
 */
final case class Losing(
    operation: String,
    kind: TransactionKind,
    actions: Seq[Action],
    readFiles: Set[AddFile],
    readPredicates: Seq[Seq[Expression]],
    readWholeTable: Boolean,
    upsertKey: Option[Attribute],
    merge: Option[Either[Unresolved, MergeReads]],
    stretches: Stretches = Stretches.none
) {
  val changes: FileChanges = FileChanges.of(actions)

  /** The same transaction with other actions, as if it had started after the winner. */
  def rebased(actions: Seq[Action], replacing: Map[String, Seq[AddFile]]): Losing = copy(
    actions = actions,
    readFiles = readFiles.flatMap(file => replacing.getOrElse(file.path, Seq(file)))
  )
}
