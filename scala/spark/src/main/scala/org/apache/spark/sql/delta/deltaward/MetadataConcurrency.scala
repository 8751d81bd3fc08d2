package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.expressions.{Coalesce, Expression, Literal, Not}
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions._

import io.deltaward.concurrency.{FileChanges, Limits, Obstacles, RowSource}
import io.deltaward.conflicts.{Resolution, Unresolved}
import io.deltaward.conflicts.Unresolved.{ChangeInTheWay, ConstraintBroken, MetadataChanged}
import org.apache.spark.sql.delta.deltaward.MetadataChanges._

/**
 * A transaction that lost to a change of metadata: whether it would do the same after it, and then what it has to write. Only
 * writes of rows, and statements that set table properties, are on the list.
 *
 * @param latest the metadata that the transaction has read, or that of the last winner which has changed it
 */
final class MetadataConcurrency(latest: Metadata, rows: RowSource, limits: Limits) {

  def resolved(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Either[Unresolved, (Resolution, CurrentTransactionInfo)] = winner.metadataUpdates match {
    case Seq(after) =>
      for {
        _ <- ofProtocol(info, winner).toLeft(())
        done <- info.op match {
          case _: DeltaOperations.Write | _: DeltaOperations.StreamingUpdate |
              _: DeltaOperations.Delete | _: DeltaOperations.Update | _: DeltaOperations.Merge |
              _: DeltaOperations.Optimize if Obstacles.inActions(info.actions).isEmpty =>
            ofWrite(info, after).map(_ =>
              Resolution.HarmlessMetadata -> info.copy(metadata = after)
            )
          case set: DeltaOperations.SetTableProperties =>
            properties(info, after, set.properties.keySet, Set.empty)
          case unset: DeltaOperations.UnsetTableProperties =>
            properties(info, after, Set.empty, unset.propKeys.toSet)
          case _ => Left(MetadataChanged)
        }
      } yield done
    case _ => Left(MetadataChanged)
  }

  /** Features of which a writer need not know that they have come, as long as no property or column uses them. */
  private val harmlessFeatures: Set[String] = Set(
    AppendOnlyTableFeature,
    ChangeDataFeedTableFeature,
    CheckConstraintsTableFeature,
    DeletionVectorsTableFeature,
    InvariantsTableFeature,
    TypeWideningTableFeature,
    V2CheckpointTableFeature
  ).map(_.name)

  private def ofProtocol(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Option[Unresolved] = winner.protocol.flatMap { protocol =>
    val before = info.readSnapshot.protocol.implicitlyAndExplicitlySupportedFeatures.map(_.name)
    val after = protocol.implicitlyAndExplicitlySupportedFeatures.map(_.name)
    ((after -- before) -- harmlessFeatures ++ (before -- after)).toSeq.sorted.headOption
      .map(feature => ChangeInTheWay(s"the table feature $feature"))
  }

  private def ofWrite(info: CurrentTransactionInfo, after: Metadata): Either[Unresolved, Unit] =
    MetadataChanges.needs(info.metadata, after).foldLeft[Either[Unresolved, Unit]](Right(())) {
      (soFar, need) => soFar.flatMap(_ => met(info.actions, need))
    }

  private def met(actions: Seq[Action], need: Need): Either[Unresolved, Unit] = need match {
    case InTheWay(what) => Left(ChangeInTheWay(what))
    case OnlyAddsRows =>
      val removes = actions.exists {
        case file: RemoveFile => file.dataChange
        case _ => false
      }
      Either.cond(!removes, (), ChangeInTheWay("what happens to rows that go"))
    case NoDeletionVectors =>
      val marks = actions.exists {
        case file: AddFile => file.deletionVector != null
        case _ => false
      }
      Either.cond(!marks, (), ChangeInTheWay("the table property delta.enableDeletionVectors"))
    case RowsSatisfy(condition) =>
      // Files of which it marks rows were there when the constraint came, which has looked at them.
      val added = FileChanges.of(actions).added.values.filter(_.dataChange).toSeq
      if (added.isEmpty) Right(())
      else
        limits.allow(added).flatMap(_ =>
          Either.cond(rows.count(added, broken(condition)) == 0, (), ConstraintBroken(condition))
        )
  }

  /** As Delta has it, a constraint that gives NULL is broken. */
  private def broken(condition: String): Expression =
    Not(Coalesce(Seq(CatalystSqlParser.parseExpression(condition), Literal.FalseLiteral)))

  /** The statement says what these properties are to be, whatever they are before. */
  private def properties(
      info: CurrentTransactionInfo,
      after: Metadata,
      set: Set[String],
      unset: Set[String]
  ): Either[Unresolved, (Resolution, CurrentTransactionInfo)] = {
    val own = info.actions.collect { case metadata: Metadata => metadata }
    val keys = set ++ unset
    val isPlain = own.size == 1 && keys.forall(MetadataChanges.isHarmless) &&
      own.head.copy(configuration = latest.configuration) == latest
    val gone = unset.filter(key => !after.configuration.contains(key))
    if (!isPlain || gone.nonEmpty || after.id != latest.id)
      Left(MetadataChanged)
    else {
      val values = own.head.configuration.filter { case (key, _) => set(key) }
      val merged = after.copy(configuration = after.configuration ++ values -- unset)
      Right(
        Resolution.MergedProperties -> info.copy(
          metadata = merged,
          actions = info.actions.map {
            case _: Metadata => merged
            case other => other
          }
        )
      )
    }
  }
}
