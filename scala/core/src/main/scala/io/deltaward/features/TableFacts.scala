package io.deltaward.features

/**
 * What is known of one table version, beside its protocol.
 *
 * @param configuration     the table properties of the `metaData` action
 * @param schemaJson        its `schemaString`; an unreadable one leaves what depends on it untold
 * @param numDeletionVectors live files with a deletion vector, where a checksum or a scan tells
 * @param numDeletedRecords  rows those vectors delete, likewise
 * @param traces             what a scan of files and log found, where one was made
 */
final case class TableFacts(
    configuration: Map[String, String],
    schemaJson: String,
    numDeletionVectors: Option[Long] = None,
    numDeletedRecords: Option[Long] = None,
    traces: Option[Traces] = None
)
