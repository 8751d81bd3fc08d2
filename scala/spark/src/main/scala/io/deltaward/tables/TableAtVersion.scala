package io.deltaward.tables

import io.deltaward.clients.Doubts
import io.deltaward.errors.Errors
import io.deltaward.features.{ClusteringColumns, FeatureStates, FileSigns, TableDescriptor, Traces}
import io.deltaward.log.{ChecksumStatistics, FilesRead, TableState}
import io.deltaward.protocol.{FeatureKind, ProtocolProblem}
import io.deltaward.protocol.ProtocolProblem.RequiredFeatureMissing
import org.apache.spark.sql.delta.deltaward.UnreadableProperties

/**
 * A table at one version, as a command reports it.
 *
 * @param logRead files of the log that were read, in words
 * @param traces  traces of features beyond those in the table's checksum
 */
final case class TableAtVersion(
    location: TableLocation,
    state: TableState,
    logRead: String,
    traces: Traces = Traces.unknown
) {

  /** The table without traces of its features. It suffices to judge how a change affects clients. */
  lazy val table: TableDescriptor = TableDescriptor(
    state.protocol,
    state.metadata.configuration,
    state.metadata.schemaString.getOrElse(""),
    state.metadata.partitionColumns,
    location = location.location.toUri.getPath
  )

  /** Problems that make the protocol invalid, by itself or for the features that properties and schema turn on. */
  lazy val protocolProblems: Seq[ProtocolProblem] =
    ProtocolProblem.findIn(state.protocol) ++ table.problems

  private def clustering: Seq[Seq[String]] = state.clustering.getOrElse(Nil)

  /**
   * Returns the clustering columns that Delta can read only with column mapping, quoted for SQL. Returns none if the log no
   * longer names them.
   */
  def clusteringByPhysicalNames: Seq[String] =
    ClusteringColumns.byPhysicalNames(table.schemaJson, clustering)

  /** Checks whether columns may lack statistics. Delta cannot cluster by such columns. */
  def limitsStatistics: Boolean =
    Seq("delta.dataSkippingNumIndexedCols", "delta.dataSkippingStatsColumns")
      .exists(table.properties.contains)

  /**
   * Describes clustering columns that the schema lacks. Most statements of Delta then fail, while other clients read on. A
   * table whose log no longer names its clustering columns has a problem too.
   */
  lazy val clusteringProblem: Option[String] = {
    val lost = ClusteringColumns.missing(table.schemaJson, clustering)
    if (table.supported("clustering") && state.clustering.isEmpty) Some(Errors.UntoldClustering)
    else Option.when(lost.nonEmpty)(Errors.lostClustering(lost))
  }

  /** Returns everything that is wrong with the table, in words. */
  def problems: Seq[String] =
    protocolProblems.map(Errors.explain) ++ state.defects ++ clusteringProblem

  /** Returns the problems of the table. No client was tested with them. */
  def doubts: Doubts = {
    val ofReaders = protocolProblems.filterNot(concernsWriters).map(Errors.explain)
    Doubts(ofReaders ++ state.defects, problems)
  }

  /**
   * Checks whether a problem concerns writers only. A reader need not know a writer feature, nor a feature that it depends
   * on.
   */
  private def concernsWriters(problem: ProtocolProblem): Boolean = problem match {
    case RequiredFeatureMissing(_, dependent) =>
      state.protocol.feature(dependent).kind == FeatureKind.Writer
    case _ => false
  }

  lazy val features: FeatureStates =
    FeatureStates
      .forTable(table, known)
      .at(location.location.toUri.getPath)
      .withFiles(known)

  /** The table with the signs of its files that are known, as a policy judges it. */
  def withKnownFiles: TableDescriptor = table.copy(files = known.orElse(Traces.ofNoFiles))

  private lazy val known: Traces = traces
    .orElse(state.statistics.fold(Traces.unknown)(TableAtVersion.told))
    .orElse(ofFiles)

  /** Reads the traces of files from a checksum, if it lists them all. */
  private def ofFiles: Traces = (for {
    files <- state.statistics.flatMap(_.files)
    signs <- FileSigns.forSchema(table.schemaJson, table.partitionColumns)
  } yield signs.traces(files)).getOrElse(Traces.unknown)
}

object TableAtVersion {

  /** Returns a table as its log describes it, with the properties that Delta cannot read among the defects. */
  def fromState(location: TableLocation, state: TableState): TableAtVersion = {
    val unreadable = UnreadableProperties.findIn(state.metadata.configuration)
    val judged = state.copy(defects = state.defects ++ unreadable)
    TableAtVersion(location, judged, FilesRead.text(state.files))
  }

  /** Reads traces of features from a checksum. A table without files has no files with row ids. */
  private def told(checksum: ChecksumStatistics): Traces = Traces(
    deletionVectors = checksum.numDeletionVectors,
    deletedRecords = checksum.numDeletedRecords,
    rowIds = Option.when(checksum.numFiles == 0)(0L),
    domains = checksum.domains
  )
}
