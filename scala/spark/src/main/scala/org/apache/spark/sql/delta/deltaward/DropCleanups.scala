package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.drops.{CleanupSteps, DropStep}
import io.deltaward.errors.Errors
import io.deltaward.protocol.Boundary

/**
 * Lists the steps by which Delta removes what a feature has left in the newest version. Delta's own code selects the files
 * to rewrite.
 *
 * @param quoted the table's name, quoted for SQL
 */
final private[deltaward] class DropCleanups(
    spark: SparkSession,
    snapshot: Snapshot,
    quoted: String
) {

  /** Returns the steps for a feature that has left traces. */
  def stepsFor(feature: TableFeature): Seq[DropStep] = feature match {
    case DeletionVectorsTableFeature =>
      CleanupSteps.unset(DeltaConfigs.ENABLE_DELETION_VECTORS_CREATION.key) +: purged
    case TypeWideningFeature() =>
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
   * Returns the steps that Delta takes without looking for traces. If `delta.enableDeletionVectors` is off, Delta does not
   * see deletion vectors. It still rewrites the files that have them.
   */
  def unseen(feature: TableFeature): Seq[DropStep] = feature match {
    case DeletionVectorsTableFeature => purged
    case _ => Nil
  }

  /** Checks whether a commit that rewrites the files of the newest version names the feature in the log. */
  def isNamedByRewrite(feature: TableFeature): Boolean =
    feature == DeletionVectorsTableFeature && live.exists(_.deletionVector != null)

  /**
   * Checks whether Delta counts history as used after the cleanup. For type widening it does so only if a column was
   * widened.
   */
  def startsOver(feature: TableFeature, cleanup: Seq[DropStep]): Boolean = feature match {
    case TypeWideningFeature() => cleanup.sizeIs > 1
    case _ => cleanup.nonEmpty
  }

  /** Returns the steps that Delta takes whether traces are left or not. */
  def everyRun(feature: TableFeature): Seq[DropStep] =
    if (
      feature == DeletionVectorsTableFeature &&
      DeltaSwitches.marksVectorFiles(spark)
    ) Seq(CleanupSteps.keepMarkedFiles)
    else Nil

  /** Returns the step for `checkpointProtection` once no history is left to protect. */
  def unprotect: DropStep =
    CleanupSteps.unset(Boundary.Property)

  private def widened: Seq[DropStep] =
    if (!TypeWideningMetadata.containsTypeWideningMetadata(snapshot.schema)) Nil
    else
      filesFor(new FilesToWiden, CleanupSteps.rewriteNarrowTypes).toSeq :+
        CleanupSteps.removeTypeChanges

  private def suspended: DropStep = CleanupSteps.set(
    DeltaConfigs.ROW_TRACKING_ENABLED.key -> "false",
    "delta.rowTrackingSuspended" -> "true"
  )

  private def unbackfilled: Option[DropStep] = {
    val files = live.count(_.baseRowId.isDefined)
    RowIdBatches.size(spark).filter(_ => files > 0).map(atOnce =>
      CleanupSteps.removeRowIds((files + atOnce - 1) / atOnce)
    )
  }

  private def purged: Seq[DropStep] =
    filesFor(new FilesToPurge, CleanupSteps.rewriteDeletionVectors).toSeq

  /**
   * Returns the step for the files that Delta would rewrite, if there are any.
   *
   * @param step creates the step from the number of files and their bytes
   */
  private def filesFor(
      operation: FilesToReorg,
      step: (Long, Long) => DropStep
  ): Option[DropStep] = {
    val files = operation.select(spark, snapshot, readable)
    Option.when(files.nonEmpty)(step(files.size.toLong, files.map(_.size).sum))
  }

  /** All live files, for steps that read or would rewrite them. Fails if a file is missing. */
  private lazy val readable: Seq[AddFile] = {
    val missing = MissingFiles.among(spark, snapshot, live)
    if (missing.nonEmpty) throw Errors.filesMissing(quoted, missing)
    live
  }

  private lazy val live: Seq[AddFile] = snapshot.allFiles.collect().toSeq
}
