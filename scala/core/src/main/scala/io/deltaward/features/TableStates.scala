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
}
