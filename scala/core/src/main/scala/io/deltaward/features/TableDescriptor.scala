package io.deltaward.features

import io.deltaward.protocol.{Boundary, Protocol, ProtocolProblem}

/**
 * What a table says of itself at one version, without its files.
 *
 * @param properties of the `metaData` action
 * @param schemaJson its `schemaString`; of one that cannot be read, what depends on it is unknown
 * @param partitionColumns its names of them
 * @param unused features of which nothing is left but the name in the protocol
 */
final case class TableDescriptor(
    protocol: Protocol,
    properties: Map[String, String],
    schemaJson: String = "",
    partitionColumns: Seq[String] = Nil,
    unused: Set[String] = Set.empty
) {

  /** What its schema says; `None` where that cannot be read. */
  private[features] lazy val schema: Option[SchemaTraces] = SchemaTraces.of(schemaJson)

  /** As far as it tells without its files. */
  lazy val states: FeatureStates = FeatureStates.of(this).disusing(unused)

  /** What makes its protocol invalid for it, in a stable order. */
  lazy val problems: Seq[ProtocolProblem] = TableProblems.in(this)

  def supported: Set[String] = protocol.supportedFeatures

  def statedBoundary: Option[String] = Boundary.stated(protocol, properties)

  def boundary: Option[Long] = Boundary.of(protocol, properties)

  /** The table without the properties that turn a feature on, as it is before the feature is dropped. */
  def disabling(feature: String): TableDescriptor = {
    val keys = FeatureSigns.of(feature).keys
    copy(properties = properties.filterNot(p => keys.exists(p._1.startsWith)))
  }

  /** [[disabling]], and without what the feature has left in the table. */
  def disusing(feature: String): TableDescriptor = {
    val disabled = disabling(feature)
    disabled.copy(unused = disabled.unused + feature)
  }

  def differsInRowsAlone(other: TableDescriptor): Boolean =
    withoutHighWaterMarks == other.withoutHighWaterMarks

  /** How far the values of identity columns have come is in the schema, and changes with the rows. */
  private def withoutHighWaterMarks: TableDescriptor =
    copy(schemaJson = TableDescriptor.HighWaterMark.replaceAllIn(schemaJson, ""))
}

object TableDescriptor {

  /** A new table that asks for nothing: what one that does not exist yet is compared with. */
  val empty: TableDescriptor =
    TableDescriptor(Protocol(1, 2), Map.empty, """{"type":"struct","fields":[]}""")

  private val mark = "\"delta\\.identity\\.highWaterMark\":-?\\d+"
  private val HighWaterMark = s",$mark|$mark,?".r
}
