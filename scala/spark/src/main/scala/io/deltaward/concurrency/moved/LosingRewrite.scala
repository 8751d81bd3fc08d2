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
 * OPTIMIZE or REORG that lost to a commit on its files. It changes no row, so that it may come after anything; what the
 * winner deleted must stay deleted.
 */
final class LosingRewrite(rows: RowSource, moved: MovedRows, partitions: PartitionValues) {

  /** The winner's deletes are carried over to the new files; else the bins that hold touched files stay as they are. */
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
      lost <- Each(touched.toSeq.sorted)(LostRows.of(rows, _, winner.changes, loser.changes))
      candidates <- Each(lost)(rows =>
        outputs.of(rows.file).toRight(UnexpectedChange(rows.file.path))
      ).map(_.flatten.distinct)
      positions <-
        if (lost.isEmpty) Right(MovedRows.none) else moved.in(lost, candidates, loser.stretches)
      marked <- Each(candidates.filter(file => positions.contains(file.path))) { file =>
        SameFile.marking(rows, file, positions(file.path), dataChange = false).map(file.path -> _)
      }
    } yield loser.rebased(
      loser.actions.flatMap(carriedOver(_, marked.toMap, winner.changes)),
      winner.changes.marked.map { case (path, mark) => path -> Seq(mark.after) } ++
        winner.changes.removed.keys.map(_ -> Nil)
    )
  }

  /** An output that is marked is not in the table yet: it comes with its deletion vector, or not at all. */
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

  /** REORG is asked to rewrite its files; leaving some of them is for OPTIMIZE alone. */
  private def withoutBins(loser: Losing, touched: Set[String]): Option[Losing] =
    for {
      bins <- Option.when(loser.operation == "OPTIMIZE")(()).flatMap(_ =>
        Bins.of(loser.actions, partitions)
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

/** Files that OPTIMIZE reads together, and what it writes of them. */
final case class Bin(outputs: Seq[AddFile], inputs: Seq[RemoveFile]) {

  def holdsTheSame(partitions: PartitionValues)
      : Boolean = (inputs ++ outputs).map(partitions.of).distinct.length == 1 &&
    FileRows.areAsMany(inputs, outputs)
}

object Bins {

  /**
   * The bins of a commit of OPTIMIZE, which writes each as its outputs followed by its inputs. None where the figures of
   * a bin do not agree, since it would not be known then what belongs together.
   */
  def of(actions: Seq[Action], partitions: PartitionValues): Option[Seq[Bin]] = {
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
