package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.connector.catalog.CatalogV2Util
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions._
import org.apache.spark.sql.streaming.OutputMode

import io.deltaward.concurrency.changes.{Limits, RowSource}
import io.deltaward.concurrency.reads.{Obstacles, Padding}
import io.deltaward.conflicts.{Resolution, Unresolved}
import io.deltaward.conflicts.Unresolved.ChangeInTheWay

/**
 * Resolves a conflict with a change of metadata if the transaction would do the same after it. It returns what the
 * transaction then has to write. Only writes of rows, and statements that set or unset table properties, can be resolved.
 *
 * @param operation        the operation that the transaction commits
 * @param latest           the metadata that the transaction has read, or that the last winning commit to change it has left
 * @param mayMeanNewColumn checks whether the statement, analysed again, may refer to a new column
 */
final class MetadataConcurrency(
    operation: DeltaOperations.Operation,
    latest: Metadata,
    mayMeanNewColumn: DeltaOperations.Operation => Boolean,
    rows: RowSource,
    limits: Limits
) {

  def resolved(
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Either[Unresolved, (Resolution, CurrentTransactionInfo)] = winner.metadataUpdates match {
    case Seq(after) =>
      for {
        _ <- ofProtocol(info, winner).toLeft(())
        done <- operation match {
          case write if mayReplaceSchema(write) =>
            Left(ChangeInTheWay("all of it, because the write may replace the schema"))
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
          case other => Left(unlisted(other))
        }
      } yield done
    case _ => Left(unlisted(operation))
  }

  private def unlisted(operation: DeltaOperations.Operation): Unresolved =
    ChangeInTheWay(s"all of it, because ${operation.name} may depend on it")

  /** Features that a writer need not know of when they are added, as long as no property or column uses them. */
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
    new LateWrite(
      operation.name,
      info.actions,
      overwrites,
      info.readSnapshot.schema.fields.toSeq.filterNot(f => Padding.isIn(f.metadata)).map(_.name),
      mayMeanNewColumn(operation),
      rows,
      limits
    ).meets(MetadataChanges.needs(info.metadata, after))

  private def overwrites: Boolean = operation match {
    case write: DeltaOperations.Write => write.mode == SaveMode.Overwrite
    case _ => false
  }

  /**
   * Checks whether the write may replace the schema, which would undo the change. A stream that rewrites all rows counts,
   * since it does not say.
   */
  private def mayReplaceSchema(operation: DeltaOperations.Operation): Boolean = operation match {
    case write: DeltaOperations.Write => SchemaOverwrite.isPossible(write)
    case stream: DeltaOperations.StreamingUpdate => stream.outputMode == OutputMode.Complete
    case _ => false
  }

  /** Merges properties: the statement sets its own to fixed values, no matter what they were before. */
  private def properties(
      info: CurrentTransactionInfo,
      after: Metadata,
      set: Set[String],
      unset: Set[String]
  ): Either[Unresolved, (Resolution, CurrentTransactionInfo)] = {
    val own = info.actions.collect { case metadata: Metadata => metadata }
    val keys = set ++ unset
    // The rules judge the statement by the policies that it has read.
    val sameRules = ofRules(info.readSnapshot.metadata) == ofRules(after)
    val isPlain = own.size == 1 && sameRules && !info.actions.exists(_.isInstanceOf[Protocol]) &&
      keys.forall(key => MetadataChanges.isHarmless(key) && !isReserved(key)) &&
      own.head.copy(configuration = latest.configuration) == latest
    val gone = unset.filter(key => !after.configuration.contains(key))
    if (startsTimestamps(info.readSnapshot.metadata, after))
      Left(ChangeInTheWay(s"the table property ${DeltaConfigs.IN_COMMIT_TIMESTAMPS_ENABLED.key}"))
    else if (!isPlain || gone.nonEmpty || after.id != latest.id)
      Left(unlisted(operation))
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

  /** Checks whether the winning commit enables in-commit timestamps. The losing commit was prepared without one. */
  private def startsTimestamps(before: Metadata, after: Metadata): Boolean = {
    val enabled = DeltaConfigs.IN_COMMIT_TIMESTAMPS_ENABLED.fromMetaData _
    enabled(after) && !enabled(before)
  }

  /** Checks for a reserved property. Spark stores it outside the properties, which do not show its value. */
  private def isReserved(key: String): Boolean =
    CatalogV2Util.TABLE_RESERVED_PROPERTIES.exists(_.equalsIgnoreCase(key))

  private def ofRules(metadata: Metadata): Map[String, String] =
    metadata.configuration.filter(_._1.startsWith("deltaward."))
}
