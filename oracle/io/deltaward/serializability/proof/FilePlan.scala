package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.{Action, AddFile}

import io.deltaward.serializability.model.Record

/** What a statement does to the files of a table, as Delta 4.4 does it with deletion vectors. */
sealed trait FilePlan {

  /** None where there is nothing to commit. */
  def of(table: Table): Option[FilePlan.Result]

  /** Whether it reads the files that it rewrites, and no others. */
  def readsInputs: Boolean
}

object FilePlan {

  /** The one new file of a transaction that has no version yet. */
  val Path = "new"

  final case class Result(actions: Seq[Action], written: IndexedSeq[MemoryRow])
}

/**
 * A statement that treats each row by itself, and adds rows.
 *
 * @param change none for rows that stay; else what becomes of a row, if anything
 * @param added  by all rows of the table
 */
final case class RowPlan(
    change: Record => Option[Option[Record]],
    added: Seq[Record] => Seq[Record]
) extends FilePlan {

  override def readsInputs: Boolean = false

  /** Rows are marked, a file of which none is left is removed, and new rows go to one file. */
  override def of(table: Table): Option[FilePlan.Result] = {
    val changed = table.live.values.toSeq.sortBy(_.path).map { file =>
      val deleted = Positions.of(file.deletionVector)
      val rows = table.stored(file.path)
      val fates = rows.indices
        .filterNot(Positions.has(deleted, _))
        .flatMap(i => change(rows(i).record).map(i -> _))
      val gone = fates.map { case (i, _) => i }
      (marking(file, deleted | Positions.of(gone), gone.nonEmpty, rows.size), fates.flatMap(_._2))
    }
    val rows = (changed.flatMap(_._2) ++ added(table.rows)).map(MemoryRow.of).toIndexedSeq
    val written =
      Option.when(rows.nonEmpty)(NewFile.of(FilePlan.Path, rows, dataChange = true))
    val actions = changed.flatMap(_._1) ++ written
    Option.when(actions.nonEmpty)(FilePlan.Result(actions, rows))
  }

  private def marking(file: AddFile, deleted: Long, any: Boolean, rows: Int): Seq[Action] =
    if (!any) Nil
    else if (java.lang.Long.bitCount(deleted) == rows) Seq(file.removeWithTimestamp(0L))
    else {
      val (marked, before) = file.removeRows(Positions.vector(deleted), updateStats = true)
      Seq(before, marked)
    }
}

/** The metadata is changed, where it is not so yet. */
final case class AlterPlan(change: Alteration) extends FilePlan {

  override def readsInputs: Boolean = false

  override def of(table: Table): Option[FilePlan.Result] =
    Option.unless(change.isIn(table.metadata))(
      FilePlan.Result(Seq(change.in(table.metadata)), IndexedSeq.empty)
    )
}

/** Files are made one. */
sealed abstract class RewritePlan extends FilePlan {

  protected def inputs(files: Seq[AddFile]): Seq[AddFile]

  override def readsInputs: Boolean = true

  override def of(table: Table): Option[FilePlan.Result] = {
    val from = inputs(table.live.values.toSeq.sortBy(_.path))
    val rows = from.flatMap(table.rowsOf).toIndexedSeq
    Option.when(from.nonEmpty) {
      FilePlan.Result(
        NewFile.of(FilePlan.Path, rows, dataChange = false) +:
          from.map(_.removeWithTimestamp(0L, dataChange = false)),
        rows
      )
    }
  }
}

object RewritePlan {

  /** All files are small. */
  case object Optimize extends RewritePlan {
    override protected def inputs(files: Seq[AddFile]): Seq[AddFile] =
      if (files.size > 1 || files.exists(_.deletionVector != null)) files else Nil
  }

  case object Purge extends RewritePlan {
    override protected def inputs(files: Seq[AddFile]): Seq[AddFile] =
      files.filter(_.deletionVector != null)
  }
}
