package io.deltaward.concurrency.moved

import org.apache.spark.sql.delta.actions.{Action, AddFile, FileAction, RemoveFile}

import io.deltaward.concurrency.changes.{
  Each,
  FileChanges,
  FileRows,
  Losing,
  LostRows,
  RowSource,
  SameFile,
  Winning
}
import io.deltaward.concurrency.reads.PartitionValues
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.UnexpectedChange

/**
 * Resolves a conflict that OPTIMIZE or REORG lost to a commit on its files. A rewrite changes no row, so it may come after
 * any commit. Rows that the winning commit deleted must stay deleted.
 */
final class LosingRewrite(rows: RowSource, moved: MovedRows, partitions: PartitionValues) {

  /**
   * Carries the winning commit's deletes over to the new files. If that fails, leaves out the bins of an OPTIMIZE that hold
   * touched files.
   */
  def resolved(loser: Losing, winner: Winning): Either[Unresolved, Losing] =
    if (loser.changes.marked.nonEmpty || winner.changes.added.keySet.exists(loser.changes.paths))
      Left(UnexpectedChange(loser.changes.paths.mkString(", ")))
    else {
      val touched = loser.changes.removed.keySet.intersect(winner.changes.touched)
      val carried =
        if (winner.keepsRows) Left(UnexpectedChange(touched.mkString(", ")))
        else carriedOver(loser, winner, touched)
      carried.left.flatMap(why => withoutBins(loser, touched).toRight(why))
    }

  private def carriedOver(
      loser: Losing,
      winner: Winning,
      touched: Set[String]
  ): Either[Unresolved, Losing] = {
    val outputs = new Outputs(loser.changes, partitions)
    for {
      lost <- Each(touched.toSeq.sorted)(LostRows.find(rows, _, winner.changes, loser.changes))
      candidates <- Each(lost)(rows =>
        outputs.outputsFor(rows.file).toRight(UnexpectedChange(rows.file.path))
      ).map(_.flatten.distinct)
      positions <-
        if (lost.isEmpty) Right(MovedRows.none) else moved.locate(lost, candidates, loser.stretches)
      marked <- Each(candidates.filter(file => positions.contains(file.path))) { file =>
        SameFile.marking(rows, file, positions(file.path), dataChange = false).map(file.path -> _)
      }
    } yield loser.rebased(
      loser.actions.flatMap(carriedOver(_, marked.toMap, winner.changes)),
      winner.changes.marked.map { case (path, mark) => path -> Seq(mark.after) } ++
        winner.changes.removed.keys.map(_ -> Nil)
    )
  }

  /**
   * Returns the actions that replace one action of the rewrite. An output is not in the table yet: it is added with its
   * deletion vector, or left out if no row remains.
   */
  private def carriedOver(
      action: Action,
      marked: Map[String, Seq[Action]],
      winner: FileChanges
  ): Seq[Action] = action match {
    case output: AddFile =>
      marked.get(output.path).fold[Seq[Action]](Seq(output))(_.collect { case a: AddFile => a })
    case input: RemoveFile if winner.removed.contains(input.path) => Nil
    case input: RemoveFile =>
      winner.marked.get(input.path) match {
        case Some(mark) =>
          Seq(mark.after.removeWithTimestamp(System.currentTimeMillis, dataChange = false))
        case None => Seq(input)
      }
    case other => Seq(other)
  }

  /** Leaves out the bins that hold touched files. Only OPTIMIZE may do that, since REORG must rewrite all its files. */
  private def withoutBins(loser: Losing, touched: Set[String]): Option[Losing] =
    for {
      bins <- Option.when(loser.operation == "OPTIMIZE")(()).flatMap(_ =>
        Bins.pack(loser.actions, partitions)
      )
      (dropped, kept) = bins.partition(_.inputs.exists(file => touched(file.path)))
      files = kept.flatMap(bin => bin.outputs ++ bin.inputs)
      gone = dropped.flatMap(_.inputs).map(_.path).toSet
    } yield loser
      .rebased(
        files ++ loser.actions.filterNot(_.isInstanceOf[FileAction]),
        gone.map(_ -> Seq.empty[AddFile]).toMap
      )
}

/** Files that OPTIMIZE reads together, and the files that it writes from them. */
final case class Bin(outputs: Seq[AddFile], inputs: Seq[RemoveFile]) {

  def holdsTheSame(partitions: PartitionValues)
      : Boolean = (inputs ++ outputs).map(partitions.parse).distinct.length == 1 &&
    FileRows.areAsMany(inputs, outputs)
}

object Bins {

  /**
   * Returns the bins of an OPTIMIZE commit, which writes the outputs of each bin followed by its inputs. Returns `None` if
   * the row counts or partitions of a bin disagree: which files belong together is then unknown.
   */
  def pack(actions: Seq[Action], partitions: PartitionValues): Option[Seq[Bin]] = {
    val files = actions.collect { case file: FileAction => file }
    val bins = files.foldLeft(Vector.empty[Bin]) {
      case (done :+ Bin(outputs, Nil), output: AddFile) => done :+ Bin(outputs :+ output, Nil)
      case (done, output: AddFile) => done :+ Bin(Seq(output), Nil)
      case (done :+ Bin(outputs, inputs), input: RemoveFile) => done :+
          Bin(outputs, inputs :+ input)
      case (done, _) => done
    }
    Option.when(bins.flatMap(b => b.outputs ++ b.inputs).length == files.length)(bins)
      .filter(_.forall(_.holdsTheSame(partitions)))
  }
}
