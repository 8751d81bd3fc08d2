package io.deltaward.log

/**
 * The totals of a version checksum (PROTOCOL.md, Version Checksum File), and its list of files.
 *
 * @param numFiles           number of live data files
 * @param tableSizeBytes     total size of the live data files
 * @param numDeletionVectors live files with a deletion vector; `None` if the writer did not count
 * @param numDeletedRecords  rows that those vectors delete; `None` if the writer did not count
 * @param domains            names of the metadata domains; `None` if the writer did not list them
 * @param files              path and statistics of each live file; `None` if the writer did not list all of them
 */
final case class ChecksumStatistics(
    numFiles: Long,
    tableSizeBytes: Long,
    numDeletionVectors: Option[Long],
    numDeletedRecords: Option[Long],
    domains: Option[Set[String]] = None,
    files: Option[Seq[ListedFile]] = None
)
