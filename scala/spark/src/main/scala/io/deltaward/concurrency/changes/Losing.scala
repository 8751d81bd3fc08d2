package io.deltaward.concurrency.changes

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.delta.actions._

import io.deltaward.concurrency.reads.MergeReads
import io.deltaward.conflicts.{TransactionKind, Unresolved}

/**
 * A losing commit: a transaction that lost the race for a version.
 *
 * @param operation      Delta's name of the operation
 * @param actions        the actions that it wants to commit
 * @param readFiles      the files that it has read, as it saw them
 * @param readPredicates the predicates that it has read by, each a conjunction; an empty one stands for all rows
 * @param upsertKey      the column of an upsert: every key that it has read by is in a row that it adds
 * @param merge          what a MERGE has read, as its source tells it, or why that is not known
 * @param stretches      where a rewrite has put rows, if known
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
  val changes: FileChanges = FileChanges.fromActions(actions)

  /** Returns the same transaction with other actions, as if it had started after the winning commit. */
  def rebased(actions: Seq[Action], replacing: Map[String, Seq[AddFile]]): Losing = copy(
    actions = actions,
    readFiles = readFiles.flatMap(file => replacing.getOrElse(file.path, Seq(file)))
  )
}
