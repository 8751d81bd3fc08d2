package io.deltaward.tables

import io.deltaward.clients.Doubts
import io.deltaward.errors.Errors
import io.deltaward.features.{ClusteringColumns, FeatureStates, TableDescriptor, Traces}
import io.deltaward.log.{ChecksumStatistics, FilesRead, TableState}
import io.deltaward.protocol.{FeatureKind, ProtocolProblem}
import io.deltaward.protocol.ProtocolProblem.RequiredFeatureMissing
import org.apache.spark.sql.delta.deltaward.UnreadableProperties

/**
 * A table at one version, as a command reports it.
 *
 * @param logRead which files of the log it was read from, in words
 * @param traces  those beyond its checksum
 */
final case class TableAtVersion(
    location: TableLocation,
    state: TableState,
    logRead: String,
    traces: Traces = Traces.unknown
) {

  /** For what a change does to clients, where it is not asked what was used before. */
  lazy val table: TableDescriptor = TableDescriptor(
    state.protocol,
    state.metadata.configuration,
    state.metadata.schemaString.getOrElse(""),
    state.metadata.partitionColumns
  )

  /** What makes its protocol invalid, by itself or for what properties and schema turn on. */
  lazy val protocolProblems: Seq[ProtocolProblem] =
    ProtocolProblem.in(state.protocol) ++ table.problems

  private def clustering: Seq[Seq[String]] = state.clustering.getOrElse(Nil)

  /** The clustering columns, quoted for SQL, that Delta can read only with column mapping, as far as the log tells. */
  def clusteringByPhysicalNames: Seq[String] =
    ClusteringColumns.byPhysicalNames(table.schemaJson, clustering)

  /** Whether columns may have no statistics, without which Delta clusters by none of them. */
  def limitsStatistics: Boolean =
    Seq("delta.dataSkippingNumIndexedCols", "delta.dataSkippingStatsColumns")
      .exists(table.properties.contains)

  /**
   * Returns, in words, clustering columns that the schema lacks. Most statements of Delta then fail; other clients read on. A
   * table is not said to be sound where the log no longer names its clustering columns.
   */
  lazy val clusteringProblem: Option[String] = {
    val lost = ClusteringColumns.missing(table.schemaJson, clustering)
    if (table.supported("clustering") && state.clustering.isEmpty) Some(Errors.UntoldClustering)
    else Option.when(lost.nonEmpty)(Errors.lostClustering(lost))
  }

  /** What is wrong with it, in words. */
  def problems: Seq[String] =
    protocolProblems.map(Errors.explain) ++ state.defects ++ clusteringProblem

  /** What no client was tried with. */
  def doubts: Doubts = {
    val ofReaders = protocolProblems.filterNot(concernsWriters).map(Errors.explain)
    Doubts(ofReaders ++ state.defects, problems)
  }

  /** A reader has no need to know a feature of writers, nor what that one needs. */
  private def concernsWriters(problem: ProtocolProblem): Boolean = problem match {
    case RequiredFeatureMissing(_, dependent) =>
      state.protocol.feature(dependent).kind == FeatureKind.Writer
    case _ => false
  }

  lazy val features: FeatureStates = FeatureStates.of(
    table,
    traces.orElse(state.statistics.fold(Traces.unknown)(TableAtVersion.told))
  )
}

object TableAtVersion {

  /** As its log has it, with what Delta alone can tell of its metadata. */
  def of(location: TableLocation, state: TableState): TableAtVersion = {
    val unreadable = UnreadableProperties.in(state.metadata.configuration)
    val judged = state.copy(defects = state.defects ++ unreadable)
    TableAtVersion(location, judged, FilesRead.text(state.files))
  }

  /** A table without files has none with row ids. */
  private def told(checksum: ChecksumStatistics): Traces = Traces(
    deletionVectors = checksum.numDeletionVectors,
    deletedRecords = checksum.numDeletedRecords,
    rowIds = Option.when(checksum.numFiles == 0)(0L),
    domains = checksum.domains
  )
}
