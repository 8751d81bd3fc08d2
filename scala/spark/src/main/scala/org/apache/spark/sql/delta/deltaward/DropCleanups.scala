package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.commands.DeltaReorgOperation
import org.apache.spark.sql.delta.sources.DeltaSQLConf

import io.deltaward.drops.{CleanupSteps, DropStep}
import io.deltaward.errors.Errors

/**
 * How Delta removes what a feature left in the newest version. The files that it would rewrite are asked of Delta.
 *
 * @param quoted the table as SQL needs it
 */
final private[deltaward] class DropCleanups(
    spark: SparkSession,
    snapshot: Snapshot,
    quoted: String
) {

  /** For a feature of which traces are left. */
  def of(feature: TableFeature): Seq[DropStep] = feature match {
    case DeletionVectorsTableFeature =>
      CleanupSteps.unset(DeltaConfigs.ENABLE_DELETION_VECTORS_CREATION.key) +: purged
    case TypeWideningTableFeature | TypeWideningPreviewTableFeature =>
      CleanupSteps.unset(DeltaConfigs.ENABLE_TYPE_WIDENING.key) +: widened
    case ColumnMappingTableFeature =>
      val partitioned = snapshot.metadata.partitionColumns.nonEmpty
      Seq(CleanupSteps.rewriteMappedColumns(
        readable.size.toLong,
        readable.map(_.size).sum,
        partitioned
      ))
    case V2CheckpointTableFeature =>
      Seq(CleanupSteps.set(DeltaConfigs.CHECKPOINT_POLICY.key -> "classic"))
    case InCommitTimestampTableFeature =>
      Seq(CleanupSteps.set(DeltaConfigs.IN_COMMIT_TIMESTAMPS_ENABLED.key -> "false"))
    case RowTrackingFeature => Seq(suspended) ++ unbackfilled
    case other => Seq(CleanupSteps.removeTraces(other.name))
  }

  /**
   * Returns what Delta removes without looking for traces. It does not see deletion vectors if `delta.enableDeletionVectors` is
   * off, and rewrites the files that have them in any case.
   */
  def unseen(feature: TableFeature): Seq[DropStep] = feature match {
    case DeletionVectorsTableFeature => purged
    case _ => Nil
  }

  /** Checks whether a commit that rewrites the files of the newest version names the feature in its log. */
  def isNamedByRewrite(feature: TableFeature): Boolean =
    feature == DeletionVectorsTableFeature && live.exists(_.deletionVector != null)

  /** Whether Delta takes history for used after it: of type widening only where a column was widened. */
  def startsOver(feature: TableFeature, cleanup: Seq[DropStep]): Boolean = feature match {
    case TypeWideningTableFeature | TypeWideningPreviewTableFeature => cleanup.sizeIs > 1
    case _ => cleanup.nonEmpty
  }

  /** Whether traces are left or not. */
  def everyRun(feature: TableFeature): Seq[DropStep] =
    if (
      feature == DeletionVectorsTableFeature &&
      spark.sessionState.conf.getConf(DeltaSQLConf.FAST_DROP_FEATURE_GENERATE_DV_TOMBSTONES)
    ) Seq(CleanupSteps.keepMarkedFiles)
    else Nil

  /** Of `checkpointProtection`, once there is no history left to protect. */
  def unprotect: DropStep =
    CleanupSteps.unset(DeltaConfigs.REQUIRE_CHECKPOINT_PROTECTION_BEFORE_VERSION.key)

  private def widened: Seq[DropStep] =
    if (!TypeWideningMetadata.containsTypeWideningMetadata(snapshot.schema)) Nil
    else
      filesFor(new FilesToWiden, CleanupSteps.rewriteNarrowTypes).toSeq :+
        CleanupSteps.removeTypeChanges

  private def suspended: DropStep = CleanupSteps.set(
    DeltaConfigs.ROW_TRACKING_ENABLED.key -> "false",
    DeltaConfigs.ROW_TRACKING_SUSPENDED.key -> "true"
  )

  private def unbackfilled: Option[DropStep] = {
    val files = live.count(_.baseRowId.isDefined)
    val atOnce =
      spark.sessionState.conf.getConf(DeltaSQLConf.DELTA_BACKFILL_MAX_NUM_FILES_PER_COMMIT)
    Option.when(files > 0)(CleanupSteps.removeRowIds((files + atOnce - 1) / atOnce))
  }

  private def purged: Seq[DropStep] =
    filesFor(new FilesToPurge, CleanupSteps.rewriteDeletionVectors).toSeq

  /** @param step by files and bytes */
  private def filesFor(
      operation: DeltaReorgOperation,
      step: (Long, Long) => DropStep
  ): Option[DropStep] = {
    val files = operation.filterFilesToReorg(spark, snapshot, readable)
    Option.when(files.nonEmpty)(step(files.size.toLong, files.map(_.size).sum))
  }

  /** All files, if they are there, for what reads them or would rewrite them. */
  private lazy val readable: Seq[AddFile] = {
    val missing = MissingFiles.among(spark, snapshot, live)
    if (missing.nonEmpty) throw Errors.filesMissing(quoted, missing)
    live
  }

  private lazy val live: Seq[AddFile] = snapshot.allFiles.collect().toSeq
}
