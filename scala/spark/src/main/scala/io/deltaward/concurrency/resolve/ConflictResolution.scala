package io.deltaward.concurrency.resolve

import org.apache.spark.sql.delta.actions._

import io.deltaward.concurrency.changes.{
  Each,
  FileChanges,
  FileRanges,
  Limits,
  Losing,
  RowSource,
  SameFile,
  Winning
}
import io.deltaward.concurrency.moved.{LosingRewrite, MovedRows, RewrittenFiles}
import io.deltaward.concurrency.reads.Obstacles
import io.deltaward.conflicts.{TransactionKind, Unresolved}
import io.deltaward.conflicts.Unresolved._

/**
 * Checks whether a losing commit would do the same after the winning commit, and returns what it then has to write. It only
 * looks at what the two commits name: rules R1 to R3 of docs/why-it-is-correct.md.
 */
final class ConflictResolution(rows: RowSource, ranges: FileRanges, limits: Limits)
    extends Resolver {

  private val moved = new MovedRows(rows, limits)
  private val rewritten = new RewrittenFiles(rows, moved, ranges.partitions)
  private val losingRewrite = new LosingRewrite(rows, moved, ranges.partitions)
  private val sameFile = new SameFile(rows)
  private val rowsRead = new RowsRead(rows, ranges, limits)

  override def resolve(
      loser: Losing,
      winner: Winning,
      skippedAppends: Seq[AddFile]
  ): Either[Unresolved, Losing] =
    Obstacles.inActions(
      loser.actions ++ winner.actions
    ).orElse(restoredRows(winner)).toLeft(()).flatMap { _ =>
      if (loser.kind == TransactionKind.Rewrite) losingRewrite.resolved(loser, winner)
      else if (winner.keepsRows) rewritten.resolved(loser, winner)
      else changed(loser, winner, skippedAppends)
    }

  /** Finds a deletion vector that no longer marks all rows that it marked before. It brings rows back, as RESTORE does. */
  private def restoredRows(winner: Winning): Option[Unresolved] =
    winner.changes.marked.values.find(!sameFile.grows(_)).map(m => UnexpectedChange(m.after.path))

  private def changed(
      loser: Losing,
      winner: Winning,
      skippedAppends: Seq[AddFile]
  ): Either[Unresolved, Losing] = {
    val mine = loser.changes
    val theirs = winner.changes
    val predicates = loser.readPredicates
    for {
      _ <- leftToDelta(loser).toLeft(())
      _ <- Either.cond(!loser.readWholeTable, (), WholeTableRead)
      _ <- Obstacles.inPredicates(predicates).toLeft(())
      _ <- unexpected(loser, winner).toLeft(())
      _ <- rowsRead.noneAdded(loser, skippedAppends).left.map(_ => OrderedBeforeAppend)
      _ <- replaced(mine, theirs).toLeft(())
      merged <- Each(mine.marked.keySet.intersect(theirs.marked.keySet).toSeq.sorted)(path =>
        sameFile.merged(mine.marked(path), theirs.marked(path)).map(path -> _)
      )
      _ <- rowsRead.noneAdded(loser, theirs.added.values.toSeq)
      _ <-
        if (loser.kind == TransactionKind.Reader)
          rowsRead.noneRemoved(loser, theirs)
        else Right(())
    } yield loser.rebased(
      rebased(loser.actions, merged.toMap),
      theirs.marked.map { case (path, mark) => path -> Seq(mark.after) } ++
        theirs.removed.keys.map(_ -> Nil)
    )
  }

  private def leftToDelta(loser: Losing): Option[Unresolved] = loser.kind match {
    case TransactionKind.Opaque => Some(UnknownReads)
    case TransactionKind.Replacing => Some(Overwrite)
    case _ => None
  }

  /** Finds a file that one commit removes while the other changes or removes it. */
  private def replaced(mine: FileChanges, theirs: FileChanges): Option[Unresolved] =
    mine.removed.keySet
      .intersect(theirs.touched)
      .union(mine.marked.keySet.intersect(theirs.removed.keySet))
      .toSeq
      .sorted
      .headOption
      .map(FileReplaced(_))

  /**
   * Finds an action that cannot be compared. Examples are rewritten statistics, a restored file, and `dataChange = false`
   * from an operation other than OPTIMIZE and REORG.
   */
  private def unexpected(loser: Losing, winner: Winning): Option[Unresolved] = {
    val known = loser.readFiles.map(_.path) ++ loser.changes.paths
    (loser.actions ++ winner.actions)
      .collectFirst {
        case file: AddFile if !file.dataChange => file.path
        case file: RemoveFile if !file.dataChange => file.path
      }
      .orElse(winner.changes.added.keys.find(known))
      .map(UnexpectedChange(_))
  }

  /** Replaces each pair of actions on a file by the merged ones, at the place of its `remove`. */
  private def rebased(actions: Seq[Action], merged: Map[String, Seq[Action]]): Seq[Action] =
    actions.flatMap {
      case removal: RemoveFile if merged.contains(removal.path) => merged(removal.path)
      case file: AddFile if merged.contains(file.path) => Nil
      case other => Seq(other)
    }
}

object ConflictResolution extends Resolver.Factory {

  override def apply(rows: RowSource, ranges: FileRanges, limits: Limits): Resolver =
    new ConflictResolution(rows, ranges, limits)
}
