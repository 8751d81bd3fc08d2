package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.{Action, AddFile}

import io.deltaward.serializability.model.Record

/** Plans what a statement does to the files of a table, as Delta 4.4 does it with deletion vectors. */
sealed trait FilePlan {

  /** Returns `None` if there is nothing to commit. */
  def planFor(table: Table): Option[FilePlan.Result]

  /** Checks whether the statement reads exactly the files that it rewrites. */
  def readsInputs: Boolean
}

object FilePlan {

  /** Path of the one new file of a transaction that has no version yet. */
  val Path = "new"

  final case class Result(actions: Seq[Action], written: IndexedSeq[MemoryRow])
}

/**
 * A statement that decides each row by itself, and adds rows.
 *
 * @param change decides a row: `None` keeps it, `Some(None)` deletes it, `Some(Some(row))` replaces it
 * @param added  returns the added rows, given all rows of the table
 */
final case class RowPlan(
    change: Record => Option[Option[Record]],
    added: Seq[Record] => Seq[Record]
) extends FilePlan {

  override def readsInputs: Boolean = false

  /** Marks rows as deleted, removes files without a row left, and writes new rows to one file. */
  override def planFor(table: Table): Option[FilePlan.Result] = {
    val changed = table.live.values.toSeq.sortBy(_.path).map { file =>
      val deleted = Positions.pack(file.deletionVector)
      val rows = table.stored(file.path)
      val fates = rows.indices
        .filterNot(Positions.has(deleted, _))
        .flatMap(i => change(rows(i).record).map(i -> _))
      val gone = fates.map { case (i, _) => i }
      (marking(file, deleted | Positions.pack(gone), gone.nonEmpty, rows.size), fates.flatMap(_._2))
    }
    val rows = (changed.flatMap(_._2) ++ added(table.rows)).map(MemoryRow.fromRecord).toIndexedSeq
    val written =
      Option.when(rows.nonEmpty)(NewFile.add(FilePlan.Path, rows, dataChange = true))
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

/** Changes the metadata, unless it already has the property. */
final case class AlterPlan(change: Alteration) extends FilePlan {

  override def readsInputs: Boolean = false

  override def planFor(table: Table): Option[FilePlan.Result] =
    Option.unless(change.isIn(table.metadata))(
      FilePlan.Result(Seq(change.applyTo(table.metadata)), IndexedSeq.empty)
    )
}

/** Rewrites files into one. */
sealed abstract class RewritePlan extends FilePlan {

  protected def inputs(files: Seq[AddFile]): Seq[AddFile]

  override def readsInputs: Boolean = true

  override def planFor(table: Table): Option[FilePlan.Result] = {
    val from = inputs(table.live.values.toSeq.sortBy(_.path))
    val rows = from.flatMap(table.rowsOf).toIndexedSeq
    Option.when(from.nonEmpty) {
      FilePlan.Result(
        NewFile.add(FilePlan.Path, rows, dataChange = false) +:
          from.map(_.removeWithTimestamp(0L, dataChange = false)),
        rows
      )
    }
  }
}

object RewritePlan {

  /** Rewrites all files, since all are small. */
  case object Optimize extends RewritePlan {
    override protected def inputs(files: Seq[AddFile]): Seq[AddFile] =
      if (files.size > 1 || files.exists(_.deletionVector != null)) files else Nil
  }

  case object Purge extends RewritePlan {
    override protected def inputs(files: Seq[AddFile]): Seq[AddFile] =
      files.filter(_.deletionVector != null)
  }
}
