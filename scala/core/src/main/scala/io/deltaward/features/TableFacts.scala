package io.deltaward.features

/**
 * What is known of one table version, beside its protocol.
 *
 * @param configuration the table properties of the `metaData` action
 * @param schemaJson    its `schemaString`; an unreadable one leaves what depends on it untold
 * @param traces        what files and log tell
 */
final case class TableFacts(
    configuration: Map[String, String],
    schemaJson: String,
    traces: Traces = Traces.untold
)
