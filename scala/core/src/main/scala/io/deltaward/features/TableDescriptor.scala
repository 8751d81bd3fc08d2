package io.deltaward.features

import io.deltaward.protocol.{Boundary, Protocol, ProtocolProblem}

/**
 * The protocol and metadata of a table at one version, and the signs of its files where these matter.
 *
 * @param properties       properties in the `metaData` action
 * @param schemaJson       `schemaString` of the `metaData` action; if it cannot be read, everything that depends on it
 *                         is unknown
 * @param partitionColumns names of the partition columns
 * @param unused           features that left nothing but their name in the protocol
 * @param location         decoded path of the table's directory
 * @param files            signs that the files show; by default, none
 */
final case class TableDescriptor(
    protocol: Protocol,
    properties: Map[String, String],
    schemaJson: String = "",
    partitionColumns: Seq[String] = Nil,
    unused: Set[String] = Set.empty,
    location: String = "",
    files: Traces = Traces.ofNoFiles
) {

  /** The traces in the schema; `None` if it cannot be read. */
  private[features] lazy val schema: Option[SchemaTraces] = SchemaTraces.parse(schemaJson)

  /** The states of the features, as far as they are known without a scan for their traces. */
  lazy val states: FeatureStates =
    FeatureStates.forTable(this).at(location).withFiles(files).disusing(unused)

  /** The problems that make the protocol invalid for this table, in a stable order. */
  lazy val problems: Seq[ProtocolProblem] = TableProblems.findIn(this)

  def supported: Set[String] = protocol.supportedFeatures

  def statedBoundary: Option[String] = Boundary.stated(protocol, properties)

  def boundary: Option[Long] = Boundary.fromProperties(protocol, properties)

  /** Returns the table without the properties that turn a feature on: its state before the feature is dropped. */
  def disabling(feature: String): TableDescriptor = {
    val keys = FeatureSigns.forFeature(feature).keys
    copy(properties = properties.filterNot(p => keys.exists(p._1.startsWith)))
  }

  /** Returns the table as after [[disabling]], and without the feature's traces. */
  def disusing(feature: String): TableDescriptor = {
    val disabled = disabling(feature)
    disabled.copy(unused = disabled.unused + feature)
  }

  def differsInRowsAlone(other: TableDescriptor): Boolean =
    withoutHighWaterMarks == other.withoutHighWaterMarks

  /**
   * Returns the table without the high-water marks of identity columns. The schema holds these marks, and they change
   * with the rows.
   */
  private def withoutHighWaterMarks: TableDescriptor =
    copy(schemaJson = TableDescriptor.HighWaterMark.replaceAllIn(schemaJson, ""))
}

object TableDescriptor {

  /** A new table that asks for nothing. It stands in for a table that does not exist yet. */
  val empty: TableDescriptor =
    TableDescriptor(Protocol(1, 2), Map.empty, """{"type":"struct","fields":[]}""")

  private val mark = "\"delta\\.identity\\.highWaterMark\":-?\\d+"
  private val HighWaterMark = s",$mark|$mark,?".r
}
