package io.deltaward.concurrency.moved

import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.concurrency.changes.{Limits, LostRows, RowPosition, RowSource, Stretches}
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{RowsNotFound, TooManyRows}

/** Finds rows again in the files that a rewrite made of theirs. */
final class MovedRows(rows: RowSource, limits: Limits) {

  /**
   * The positions of the lost rows in the new files, by path. A row is known by all its values, bit by bit, so that no
   * cooperation of the writer is needed; of rows that are the same in every value any will do, as long as there are
   * enough of them. Where the table tracks rows, its row id is one of the values.
   */
  def in(
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

  /** What identifies the lost rows is kept in memory. */
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

  /** So many rows are looked up one by one. */
  private val Few = 100L

  private val MostImages = 1000000L

  val none: Map[String, RoaringBitmapArray] = Map.empty
}
