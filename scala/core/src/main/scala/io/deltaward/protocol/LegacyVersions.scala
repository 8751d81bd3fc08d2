package io.deltaward.protocol

/**
 * The versions that implied a feature before feature lists existed (rule P3).
 *
 * @param reader the lowest `minReaderVersion` that implies it; 1 if readers need nothing
 * @param writer the lowest `minWriterVersion` that implies it, 2 to 6
 */
final case class LegacyVersions(reader: Int, writer: Int)
