package io.deltaward.features

import io.deltaward.protocol.Protocol

/**
 * A table's properties, with what follows from them, its schema and its protocol.
 *
 * @param unused features of which nothing is left but the name in the protocol
 */
final case class TableStates(
    protocol: Protocol,
    properties: Map[String, String],
    schemaJson: String,
    unused: Set[String] = Set.empty
) {

  lazy val states: FeatureStates =
    FeatureStates.of(protocol, TableFacts(properties, schemaJson)).disusing(unused)

  def supported: Set[String] = protocol.supportedFeatures

  /** The table without the properties that turn a feature on, as it is before the feature is dropped. */
  def disabling(feature: String): TableStates = {
    val keys = FeatureSigns.of(feature).keys
    copy(properties = properties.filterNot(p => keys.exists(p._1.startsWith)))
  }

  /** [[disabling]], and without what the feature has left in the table. */
  def disusing(feature: String): TableStates = {
    val disabled = disabling(feature)
    disabled.copy(unused = disabled.unused + feature)
  }
}

object TableStates {

  /** A new table that asks for nothing: what one that does not exist yet is compared with. */
  val empty: TableStates =
    TableStates(Protocol(1, 2), Map.empty, """{"type":"struct","fields":[]}""")
}
