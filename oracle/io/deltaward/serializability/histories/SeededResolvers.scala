package io.deltaward.serializability.histories

import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.delta.actions.{Action, AddFile, FileAction, RemoveFile}
import org.apache.spark.sql.types.{DataType, DoubleType}

import io.deltaward.concurrency.changes.{Losing, RowDigest, RowImage, Winning}
import io.deltaward.concurrency.resolve.{ConflictResolution, Resolver}
import io.deltaward.conflicts.TransactionKind

/** The wrong resolvers of [[SeededBugs]], by name. Most are the right one with changed input or output. */
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
        withLoser((loser, _) => loser.copy(readPredicates = Nil)),
        withLoser((loser, _) =>
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
        // This bug is in a setting, not in the resolver.
        right,
        byText,
        passingOverLostFiles,
        withLoser((loser, winner) =>
          loser.copy(readFiles =
            loser.readFiles.map(file =>
              winner.changes.marked.get(file.path).fold(file)(m => file.copy(stats = m.after.stats))
            )
          )
        ),
        withLoser((loser, _) =>
          if (loser.merge.isEmpty) loser else loser.copy(merge = None, readPredicates = Nil)
        ),
        trustingTexts
      )
    )
    .toMap

  private def right: Resolver.Factory = ConflictResolution

  private def withLoser(change: (Losing, Winning) => Losing): Resolver.Factory =
    (rows, ranges, limits) =>
      (loser, winner, skipped) =>
        right(rows, ranges, limits).resolve(change(loser, winner), winner, skipped)

  /** Replaces characters for invalid bytes and for the end of long texts, so that the resolver trusts such bounds. */
  private def trustingTexts: Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) => {
      val trusted = winner.copy(actions = winner.actions.map {
        case file: AddFile =>
          file.copy(stats =
            file.stats.replace('\uFFFD', '\uFFFC').replace("\uDBFF\uDFFF", "\uDBFF\uDFFE")
          )
        case other => other
      })
      right(rows, ranges, limits).resolve(loser, trusted, skipped)
    }

  private def after(
      change: (
          Losing,
          Winning,
          Action
      ) => Action
  ): Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) =>
      right(rows, ranges, limits)
        .resolve(loser, winner, skipped)
        .map(done => done.copy(actions = done.actions.map(change(loser, winner, _))))

  private def byEquality: Resolver.Factory =
    (rows, ranges, limits) => right(rows.withDigest(SqlEquality), ranges, limits)

  /** Removes the base from deletion vectors, so that rows deleted before both commits come back. */
  private def withoutBase: Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) =>
      right(rows, ranges, limits).resolve(loser, winner, skipped).map { done =>
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
      else right(rows, ranges, limits).resolve(loser, winner, skipped)

  private def byText: Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) =>
      right(rows, ranges, limits).resolve(loser, winner, skipped).map { done =>
        val texts = loser.readFiles.map(_.partitionValues)
        done.copy(readFiles =
          done.readFiles.filter(file =>
            !winner.changes.added.contains(file.path) || texts(file.partitionValues)
          )
        )
      }

  private def passingOverLostFiles: Resolver.Factory = (rows, ranges, limits) =>
    (loser, winner, skipped) =>
      Try(right(rows, ranges, limits).resolve(loser, winner, skipped)) match {
        case Failure(_) if winner.keepsRows =>
          val gone = winner.changes.removed.keySet
          Right(loser.rebased(
            loser.actions.filterNot {
              case file: FileAction => gone(file.path)
              case _ => false
            },
            gone.map(_ -> Seq.empty[AddFile]).toMap
          ))
        case Failure(error) => throw error
        case Success(decided) => decided
      }

  /** Treats zeros of both signs as equal, as SQL does. */
  private object SqlEquality extends RowDigest {
    override def digester(types: Seq[DataType]): UnsafeRow => RowImage = {
      val exact = RowDigest.Exact.digester(types)
      val doubles = types.zipWithIndex.collect { case (DoubleType, i) => i }
      row => {
        val copy = row.copy()
        doubles.filterNot(copy.isNullAt).foreach(i => copy.setDouble(i, copy.getDouble(i) + 0.0))
        exact(copy)
      }
    }
  }
}
