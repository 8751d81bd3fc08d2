package io.deltaward.concurrency.moved

import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.concurrency.changes.{Limits, LostRows, RowPosition, RowSource, Stretches}
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{RowsNotFound, TooManyRows}

/** Finds rows again in the files that a rewrite has made from theirs. */
final class MovedRows(rows: RowSource, limits: Limits) {

  /**
   * Returns the positions of the lost rows in the new files, by path. All values identify a row, bit by bit, so the writer
   * need not cooperate. If the table tracks rows, the row id is one of the values. Of identical rows any will do, if there
   * are enough.
   */
  def locate(
      lost: Seq[LostRows],
      files: Seq[AddFile],
      stretches: Stretches
  ): Either[Unresolved, Map[String, RoaringBitmapArray]] =
    located(lost, files, stretches).map(byPath(_, files))
      .fold(searched(lost, files))(Right(_))

  private def located(
      lost: Seq[LostRows],
      files: Seq[AddFile],
      stretches: Stretches
  ): Option[Seq[RowPosition]] = {
    val positions = lost.collect { case LostRows(file, Some(at)) => file -> at }.toMap
    val count = positions.values.map(_.cardinality).sum
    Option.when(
      positions.size == lost.size && count <= MovedRows.Few && limits.allowRows(count)
    )(()).flatMap(_ => rows.located(positions, files, stretches))
  }

  private def searched(
      lost: Seq[LostRows],
      files: Seq[AddFile]
  ): Either[Unresolved, Map[String, RoaringBitmapArray]] =
    allowed(lost, files).flatMap { _ =>
      val positions = lost.collect { case LostRows(file, Some(at)) => file.path -> at }.toMap
      val images = rows.images(lost.map(_.file), positions)
      val found = rows.find(files, images).values.flatten.toSeq
      val read = images.values.sum
      val lostRows = lost.map(_.count.getOrElse(0L)).sum
      Either.cond(
        found.length == read && (lostRows == read || lost.exists(_.count.isEmpty)),
        byPath(found, files),
        RowsNotFound(lostRows.max(read) - found.length)
      )
    }

  /** Checks the number of rows to read, and of row images, which are kept in memory. */
  private def allowed(lost: Seq[LostRows], files: Seq[AddFile]): Either[Unresolved, Unit] = {
    val images = lost.map(_.atMost).sum
    if (images > MovedRows.MostImages) Left(TooManyRows(images, MovedRows.MostImages))
    else limits.allow(lost.map(_.file) ++ files)
  }

  private def byPath(
      taken: Seq[RowPosition],
      files: Seq[AddFile]
  ): Map[String, RoaringBitmapArray] = {
    val vectors: Map[String, DeletionVectorDescriptor] =
      files.map(file => file.path -> file.deletionVector).toMap
    taken.groupBy(_.path).map { case (path, at) =>
      val all = rows.deleted(vectors(path))
      at.foreach(position => all.add(position.index))
      path -> all
    }
  }
}

object MovedRows {

  /** Maximum number of rows to look up one by one. */
  private val Few = 100L

  private val MostImages = 1000000L

  val none: Map[String, RoaringBitmapArray] = Map.empty
}
