package io.deltaward.serializability.histories

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal, UnsafeRow}
import org.apache.spark.sql.delta.actions.{Action, AddFile, DeletionVectorDescriptor, RemoveFile}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray
import org.apache.spark.sql.types.{DataType, DoubleType}

import io.deltaward.concurrency._
import io.deltaward.conflicts.TransactionKind

/** The wrong resolvers of [[SeededBugs]], by name: the right one, with what it is given or what it says changed. */
object SeededResolvers {

  val all: Map[String, Resolver.Factory] = SeededBugs.all
    .map(_.name)
    .zip(
      Seq(
        after((loser, _, action) =>
          action match {
            case removal: RemoveFile =>
              loser.changes.marked.get(removal.path).fold(removal)(_.before)
            case other => other
          }
        ),
        withoutBase,
        withLoser(loser => loser.copy(readPredicates = Nil)),
        withLoser(loser =>
          if (loser.kind == TransactionKind.Reader) loser.copy(kind = TransactionKind.Upsert)
          else loser
        ),
        ignoringInserts,
        after((_, winner, action) =>
          action match {
            case file: AddFile if winner.changes.added.contains(file.path) =>
              file.copy(baseRowId = file.baseRowId.map(_ + 1000))
            case other => other
          }
        ),
        byEquality,
        after((loser, _, action) =>
          action match {
            case file: AddFile if loser.kind == TransactionKind.Rewrite =>
              file.copy(deletionVector = null)
            case other => other
          }
        ),
        // What is wrong is a setting.
        right,
        byText,
        passingOverLost,
        byStatisticsLeft
      )
    )
    .toMap

  private def right: Resolver.Factory = new ConflictResolution(_, _, _)

  private def withLoser(change: Losing => Losing): Resolver.Factory =
    (rows, ranges, limits) =>
      (loser, winner, skipped) =>
        right(rows, ranges, limits).against(change(loser), winner, skipped)

  private def after(
      change: (
          Losing,
          Winning,
          Action
      ) => Action
  ): Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) =>
      right(rows, ranges, limits)
        .against(loser, winner, skipped)
        .map(done => done.copy(actions = done.actions.map(change(loser, winner, _))))

  private def byEquality: Resolver.Factory =
    (rows, ranges, limits) => right(rows.by(SqlEquality), ranges, limits)

  /** Rows that were deleted before both come back. */
  private def withoutBase: Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) =>
      right(rows, ranges, limits).against(loser, winner, skipped).map { done =>
        done.copy(actions = done.actions.map {
          case file: AddFile if loser.changes.marked.contains(file.path) =>
            val positions = rows.deleted(file.deletionVector)
            positions.andNot(rows.deleted(loser.changes.marked(file.path).before.deletionVector))
            file.copy(deletionVector = rows.vector(positions))
          case other => other
        })
      }

  private def ignoringInserts: Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) =>
      if (winner.changes.touched.isEmpty) Right(loser)
      else right(rows, ranges, limits).against(loser, winner, skipped)

  private def byText: Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) =>
      right(rows, ranges, limits).against(loser, winner, skipped).map { done =>
        val (gone, kept) =
          loser.readFiles.partition(file => winner.changes.removed.contains(file.path))
        val texts = gone.map(_.partitionValues)
        val places = winner.changes.added.values.filter(file => texts(file.partitionValues))
        if (winner.keepsRows) done.copy(readFiles = kept ++ places) else done
      }

  private def passingOverLost: Resolver.Factory =
    (rows, ranges, limits) => right(new WhatIsThere(rows), ranges, limits)

  private def byStatisticsLeft: Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) => {
      val read = loser.readFiles.map { file =>
        winner.changes.marked.get(file.path).fold(file)(mark => file.copy(stats = mark.after.stats))
      }
      right(rows, ranges, limits).against(loser.copy(readFiles = read), winner, skipped)
    }

  /** Counts what it can read, as a session does that ignores missing files. */
  final private class WhatIsThere(of: RowSource) extends RowSource {
    override def deleted(vector: DeletionVectorDescriptor): RoaringBitmapArray = of.deleted(vector)
    override def vector(positions: RoaringBitmapArray): DeletionVectorDescriptor =
      of.vector(positions)
    override def count(files: Seq[AddFile], condition: Expression): Long =
      Try(of.count(files, condition)).getOrElse(0L)
    override def values(files: Seq[AddFile], column: Attribute, most: Int): Option[Set[Literal]] =
      of.values(files, column, most)
    override def images(
        files: Seq[AddFile],
        positions: Map[String, RoaringBitmapArray]
    ): Map[RowImage, Long] = of.images(files, positions)
    override def by(digest: RowDigest): RowSource = new WhatIsThere(of.by(digest))
    override def find(
        files: Seq[AddFile],
        wanted: Map[RowImage, Long]
    ): Map[RowImage, Seq[RowPosition]] = of.find(files, wanted)
  }

  /** Zeros of both signs are one value, as SQL has it. */
  private object SqlEquality extends RowDigest {
    override def of(types: Seq[DataType]): UnsafeRow => RowImage = {
      val exact = RowDigest.Exact.of(types)
      val doubles = types.zipWithIndex.collect { case (DoubleType, i) => i }
      row => {
        val copy = row.copy()
        doubles.filterNot(copy.isNullAt).foreach(i => copy.setDouble(i, copy.getDouble(i) + 0.0))
        exact(copy)
      }
    }
  }
}
