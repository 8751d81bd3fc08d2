package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.skipping.clustering.ClusteredTableUtils
import org.apache.spark.sql.delta.util.FileNames

import io.deltaward.drops._
import io.deltaward.log.LogEntry
import io.deltaward.protocol.{Boundary, LowestProtocol, Protocol => PlainProtocol}

/**
 * The outcome that a drop would have.
 *
 * @param after the protocol that the drop would leave
 */
final case class DropAnswer(facts: DropFacts, mode: DropMode, after: PlainProtocol)

/**
 * Asks Delta's own code what dropping a feature would do. It changes nothing.
 *
 * @param quoted   the table's name, quoted for SQL
 * @param boundary the boundary that cleanups must keep to; `None` for what Delta does by itself
 */
final class DropInquiry(
    spark: SparkSession,
    location: Path,
    entry: Option[CatalogTable],
    quoted: String,
    boundary: Option[Long]
) {
  private val delta = DeltaTableV2(spark, location, entry)
  private val snapshot = TableSnapshots.newest(delta.deltaLog, entry)

  /**
   * Returns the outcome of a drop, or Delta's refusal.
   *
   * @param name    the feature's name, as the user writes it
   * @param gone    features that are dropped before
   * @param enabled features that are turned on before
   */
  def ask(
      name: String,
      truncating: Boolean,
      gone: Set[String],
      enabled: Set[String]
  ): Either[Refusal, DropAnswer] =
    DropRefusals.find(name, delta, snapshot, truncating, gone, quoted).toLeft {
      val feature = removable(name)
      val mode = modeOf(truncating)
      DropAnswer(facts(feature, mode, enabled), mode, after(feature, mode))
    }

  /** Returns the protocol that dropping a feature would leave, or Delta's refusal. */
  def protocolAfter(name: String, truncating: Boolean): Either[Refusal, PlainProtocol] =
    DropRefusals.find(name, delta, snapshot, truncating, Set.empty, quoted).toLeft {
      after(removable(name), modeOf(truncating))
    }

  /** Returns the clustering columns, if Delta can read the clustering only with column mapping. */
  def clusteringByPhysicalNames: Seq[String] = PhysicalClustering.columns(snapshot)

  /** Returns Delta's refusal to cluster the table again, if a clustering column has no statistics. */
  def reclusteringRefusal: Option[Refusal] = Try(
    ClusteredTableUtils.validateClusteringColumnsInStatsSchema(snapshot, clusteringByPhysicalNames)
  ).failed.toOption.map(DropRefusals.refusal)

  private def removable(name: String): TableFeature with RemovableFeature =
    TableFeature.featureNameToFeature(name) match {
      case Some(feature: RemovableFeature) => feature
      case _ => throw new IllegalStateException(s"$name cannot be dropped")
    }

  /**
   * Returns the mode of a drop. Without TRUNCATE HISTORY history stays, unless the session has turned off Delta's protected
   * drops.
   */
  private def modeOf(truncating: Boolean): DropMode =
    if (truncating)
      DropMode.TruncateHistory(
        LogRetention.ofTruncation(snapshot.metadata),
        DropMode.Minute
      )
    else if (HistoryProtection.isOn(spark))
      DropMode.ProtectHistory
    else
      DropMode.TruncateHistory(
        delta.deltaLog.deltaRetentionMillis(snapshot.metadata),
        HistoryProtection.granularity
      )

  private def facts(
      feature: TableFeature with RemovableFeature,
      mode: DropMode,
      enabled: Set[String]
  ): DropFacts = {
    val cleanups = new DropCleanups(spark, snapshot, quoted)
    val history = new FeatureHistory(delta)
    val protection = HistoryProtection.is(feature)
    val traced = !protection &&
      (enabled(feature.name) || !DropInvariants.hold(feature, delta, snapshot))
    val cleanup = if (traced) cleanups.stepsFor(feature) else cleanups.unseen(feature)
    val startsOver =
      traced && HistoryProtection.needs(feature) && cleanups.startsOver(feature, cleanup)
    DropFacts(
      cleanup = cleanup,
      everyRun = cleanups.everyRun(feature),
      startsOver = startsOver,
      release = Option.when(protection)(cleanups.unprotect),
      protectsHistory = HistoryProtection.needs(feature),
      log = log,
      retention =
        LogRetention.fromProperties(snapshot.metadata.configuration).filter(_.cleansUp).map(_.log),
      usedUntil =
        if (protection) HistoryProtection.protectedUntil(delta, snapshot)
        else if (startsOver || !HistoryProtection.needs(feature) || mode == DropMode.ProtectHistory)
          None
        else {
          // The rewrite removes the files with their deletion vectors, so its commit uses the feature, too.
          val rewrite = Option.when(cleanups.isNamedByRewrite(feature))(snapshot.version + 1)
          (history.usedUntil(feature, log.checkpoints) ++ rewrite).maxOption
        }
    )
  }

  /**
   * Returns the log after one more commit, which gets no checkpoint.
   *
   * @param since the log before the commit; `None` for the log as it is now
   */
  def logAfterCommit(since: Option[CleanableLog.Then]): CleanableLog.Then = {
    val before = since.getOrElse(CleanableLog.Then(log, System.currentTimeMillis()))
    before.copy(log = before.log.committed(1, before.at))
  }

  private lazy val log: CleanableLog = {
    val path = delta.deltaLog.logPath
    val entries = delta.deltaLog.store
      .listFrom(FileNames.listingPrefix(path, 0), delta.deltaLog.newDeltaHadoopConf())
      .map(file => LogEntry(file.getPath.getName, file.getLen, file.getModificationTime))
    CleanableLog(entries.toSeq, snapshot.version, boundary, LogCleanup.grouping)
  }

  private def after(feature: TableFeature with RemovableFeature, mode: DropMode): PlainProtocol = {
    val left = ProtocolConversion.toPlain(snapshot.protocol)
    val protects = HistoryProtection.needs(feature) && mode == DropMode.ProtectHistory
    val features = left.supportedFeatures - feature.name ++
      Option.when(protects)(Boundary.Feature)
    LowestProtocol.supporting(features.map(left.feature))
  }
}
