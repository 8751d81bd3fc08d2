package io.deltaward.errors

import org.apache.hadoop.fs.Path

import io.deltaward.protocol.ProtocolProblem.{EnabledFeatureMissing, RequiredFeatureMissing}
import io.deltaward.storage.LogSurgery

/** Makes an invalid protocol for each condition of `DELTAWARD_INVALID_PROTOCOL`. */
trait ProtocolConditions extends Raised {

  private def normalize(protocol: String): Any = {
    val table: Path = temporaryTable()
    LogSurgery.commit(table, 0, s"""{"protocol":{$protocol}}""", LogSurgery.metadata)
    sql(s"ALTER TABLE ${named(table)} NORMALIZE PROTOCOL")
  }

  private def versions(reader: Int, writer: Int): String =
    s""""minReaderVersion":$reader,"minWriterVersion":$writer"""

  val protocolConditions: Ways = inFamily(
    "DELTAWARD_INVALID_PROTOCOL",
    Seq(
      "NEGATIVE_VERSION" -> versions(-1, 2),
      "UNDEFINED_VERSION" -> versions(1, 101),
      "LIST_WITHOUT_VERSION" -> s"""${versions(1, 2)},"writerFeatures":["appendOnly"]""",
      "MISSING_LIST" -> versions(1, 7),
      "READER_3_WITHOUT_WRITER_7" -> s"""${versions(3, 6)},"readerFeatures":[]""",
      "READER_FEATURE_NOT_IN_WRITER_FEATURES" ->
        s"""${versions(3, 7)},"readerFeatures":["deletionVectors"],"writerFeatures":[]""",
      "READER_WRITER_FEATURE_NOT_FOR_READERS" ->
        s"""${versions(3, 7)},"readerFeatures":[],"writerFeatures":["deletionVectors"]""",
      "WRITER_FEATURE_IN_READER_FEATURES" ->
        s"""${versions(3, 7)},"readerFeatures":["appendOnly"],"writerFeatures":["appendOnly"]"""
    ).map { case (condition, protocol) => condition -> (() => normalize(protocol)) } ++
      // These concern a table or a commit: see ValidProtocolCommitsSuite.
      Seq(
        "ENABLED_FEATURE_MISSING" -> EnabledFeatureMissing("rowTracking", "the table needs it"),
        "REQUIRED_FEATURE_MISSING" -> RequiredFeatureMissing("domainMetadata", "rowTracking")
      ).map { case (condition, problem) =>
        condition -> (() => throw Errors.invalidProtocol(problem))
      }
  )
}
