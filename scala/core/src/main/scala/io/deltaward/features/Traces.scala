package io.deltaward.features

/**
 * What a scan of one table version found: its live files, its metadata domains and its newest checkpoint.
 *
 * @param deletionVectors live files with a deletion vector
 * @param deletedRecords  rows that those vectors delete
 * @param rowIds          live files with a `baseRowId`
 * @param changeData      whether there is a directory of change data files
 * @param domains         names of the metadata domains, system and user ones
 * @param v2Checkpoint    whether the newest checkpoint follows the V2 specification
 */
final case class Traces(
    deletionVectors: Long,
    deletedRecords: Long,
    rowIds: Long,
    changeData: Boolean,
    domains: Set[String],
    v2Checkpoint: Boolean
)
