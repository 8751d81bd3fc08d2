package io.deltaward.features

import io.deltaward.protocol.Protocol

/** A table's properties, with what follows from them, its schema and its protocol. */
final case class TableStates(
    protocol: Protocol,
    properties: Map[String, String],
    schemaJson: String
) {

  lazy val states: FeatureStates = FeatureStates.of(protocol, TableFacts(properties, schemaJson))

  def supported: Set[String] = protocol.supportedFeatures

  /** The table without the properties that turn a feature on, as it is before the feature is dropped. */
  def disabling(feature: String): TableStates = {
    val keys = FeatureSigns.of(feature).keys
    copy(properties = properties.filterNot(p => keys.exists(p._1.startsWith)))
  }
}

object TableStates {

  /** A new table that asks for nothing: what one that does not exist yet is compared with. */
  val empty: TableStates =
    TableStates(Protocol(1, 2), Map.empty, """{"type":"struct","fields":[]}""")
}
