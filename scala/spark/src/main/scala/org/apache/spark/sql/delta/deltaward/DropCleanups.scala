package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.commands.{
  DeltaPurgeOperation,
  DeltaReorgOperation,
  DeltaRewriteTypeWideningOperation
}
import org.apache.spark.sql.delta.sources.DeltaSQLConf

import io.deltaward.drops.{DropAction, DropStep}

/** How Delta removes what a feature left in the newest version. The files that it would rewrite are asked of Delta. */
final private[deltaward] class DropCleanups(spark: SparkSession, snapshot: Snapshot) {

  /** For a feature of which traces are left. */
  def of(feature: TableFeature): Seq[DropStep] = feature match {
    case DeletionVectorsTableFeature =>
      disable("Unset delta.enableDeletionVectors.") +:
        rewrite(new DeltaPurgeOperation, "Rewrite the files that have deletion vectors.").toSeq
    case TypeWideningTableFeature | TypeWideningPreviewTableFeature =>
      disable("Unset delta.enableTypeWidening.") +: widened
    case ColumnMappingTableFeature => Seq(unmapped)
    case V2CheckpointTableFeature => Seq(disable("Set delta.checkpointPolicy to classic."))
    case InCommitTimestampTableFeature =>
      Seq(disable("Set delta.enableInCommitTimestamps to false."))
    case RowTrackingFeature => Seq(suspend) ++ unbackfill
    case other =>
      Seq(DropStep(DropAction.Clean, s"Remove what ${other.name} left.", commits = None))
  }

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
    )
      Seq(DropStep(
        DropAction.Clean,
        "Keep clients that do not know deletion vectors from deleting their files too early.",
        commits = Some(1)
      ))
    else Nil

  /** Of `checkpointProtection`, once there is no history left to protect. */
  def unprotect: DropStep =
    disable("Unset delta.requireCheckpointProtectionBeforeVersion.")

  private def widened: Seq[DropStep] =
    if (!TypeWideningMetadata.containsTypeWideningMetadata(snapshot.schema)) Nil
    else
      rewrite(
        new DeltaRewriteTypeWideningOperation,
        "Rewrite the files that hold a narrower type."
      ).toSeq :+
        DropStep(DropAction.Clean, "Remove the type changes from the schema.", commits = Some(1))

  private def unmapped: DropStep = {
    val files = live
    DropStep(
      DropAction.Rewrite,
      "Rewrite every file with the columns' own names, and unset delta.columnMapping.mode." +
        prefixes,
      commits = Some(1),
      files = files.size.toLong,
      bytes = files.map(_.size).sum
    )
  }

  /** Rule D7. */
  private def prefixes: String =
    if (snapshot.metadata.partitionColumns.isEmpty) ""
    else " The random prefixes of the partitions' directories stay."

  private def suspend: DropStep =
    disable("Set delta.enableRowTracking to false and delta.rowTrackingSuspended to true.")

  private def unbackfill: Option[DropStep] = {
    val files = live.count(_.baseRowId.isDefined)
    val atOnce =
      spark.sessionState.conf.getConf(DeltaSQLConf.DELTA_BACKFILL_MAX_NUM_FILES_PER_COMMIT)
    Option.when(files > 0)(DropStep(
      DropAction.Clean,
      "Take the row ids from the log's file entries; no data file is rewritten.",
      commits = Some((files + atOnce - 1) / atOnce)
    ))
  }

  private def rewrite(operation: DeltaReorgOperation, description: String): Option[DropStep] = {
    val files = operation.filterFilesToReorg(spark, snapshot, live)
    Option.when(files.nonEmpty)(DropStep(
      DropAction.Rewrite,
      description,
      commits = Some(1),
      files = files.size.toLong,
      bytes = files.map(_.size).sum
    ))
  }

  private lazy val live: Seq[AddFile] = snapshot.allFiles.collect().toSeq

  private def disable(description: String): DropStep =
    DropStep(DropAction.Disable, description, commits = Some(1))
}
