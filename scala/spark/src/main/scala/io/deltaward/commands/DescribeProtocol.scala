package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.errors.Errors
import io.deltaward.protocol.LowestProtocol
import io.deltaward.tables.{TableAtVersion, TableName, TableReader, TimeTravel}
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/**
 * The row of `DESCRIBE PROTOCOL`. Feature lists are sorted.
 *
 * @param tableName            name of the table in the catalog; `None` for a path
 * @param location             root path of the table
 * @param version              version of the table that the row describes
 * @param readerFeatures       `readerFeatures` of the protocol, sorted; `None` if the protocol has no such list
 * @param writerFeatures       `writerFeatures` of the protocol, sorted; `None` if the protocol has no such list
 * @param supportedFeatures    features that the protocol lists or its versions imply (rule P3), sorted
 * @param lowestReaderVersion  `minReaderVersion` of the lowest possible protocol (rule P7); `None` if the protocol is
 *                             invalid, because its intended features are then unknown
 * @param lowestWriterVersion  `minWriterVersion` of the lowest possible protocol; `None` if the protocol is invalid
 * @param lowestReaderFeatures `readerFeatures` of the lowest possible protocol, sorted; `None` if it has no such list, or
 *                             the table's protocol is invalid
 * @param lowestWriterFeatures `writerFeatures` of the lowest possible protocol, sorted; `None` if it has no such list, or
 *                             the table's protocol is invalid
 * @param isLowest             whether the protocol is the lowest possible one; `None` if it is invalid
 * @param isValid              whether the protocol follows PROTOCOL.md and fits the table's properties and schema (rule P2),
 *                             and the part of the log that was read is intact
 * @param problems             problems of the protocol, each with its condition under `DELTAWARD_INVALID_PROTOCOL`, and
 *                             problems of the log; empty if there are none
 * @param logRead              files of the log that the row is based on, in words
 */
final case class ProtocolRow(
    tableName: Option[String],
    location: String,
    version: Long,
    minReaderVersion: Int,
    minWriterVersion: Int,
    readerFeatures: Option[Seq[String]],
    writerFeatures: Option[Seq[String]],
    supportedFeatures: Seq[String],
    lowestReaderVersion: Option[Int],
    lowestWriterVersion: Option[Int],
    lowestReaderFeatures: Option[Seq[String]],
    lowestWriterFeatures: Option[Seq[String]],
    isLowest: Option[Boolean],
    isValid: Boolean,
    problems: Seq[String],
    logRead: String
)

object ProtocolRow {
  private[commands] val schema: StructType = Rows.schema[ProtocolRow]
}

/**
 * `DESCRIBE PROTOCOL table [VERSION AS OF n | TIMESTAMP AS OF t] [INSPECT LOG]`: returns one [[ProtocolRow]]. It reads the
 * log itself, so it works for tables that Delta refuses to open.
 */
final case class DescribeProtocol(table: TableName, travel: TimeTravel, inspectLog: Boolean)
    extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ProtocolRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val reader = new TableReader(session)
    val at = if (inspectLog) reader.inspect(table, travel) else reader.read(table, travel)
    Seq(DescribeProtocol.row(at))
  }
}

object DescribeProtocol {

  private def row(table: TableAtVersion): ProtocolRow = {
    val protocol = table.state.protocol
    val lowest = Option.when(table.protocolProblems.isEmpty)(
      LowestProtocol.lower(protocol, DeltaFeatures.knownOtherwise)
    )
    ProtocolRow(
      tableName = table.location.name,
      location = table.location.location.toString,
      version = table.state.version,
      minReaderVersion = protocol.minReaderVersion,
      minWriterVersion = protocol.minWriterVersion,
      readerFeatures = protocol.readerFeatures.map(_.toSeq.sorted),
      writerFeatures = protocol.writerFeatures.map(_.toSeq.sorted),
      supportedFeatures = protocol.supportedFeatures.toSeq.sorted,
      lowestReaderVersion = lowest.map(_.minReaderVersion),
      lowestWriterVersion = lowest.map(_.minWriterVersion),
      lowestReaderFeatures = lowest.flatMap(_.readerFeatures).map(_.toSeq.sorted),
      lowestWriterFeatures = lowest.flatMap(_.writerFeatures).map(_.toSeq.sorted),
      isLowest = lowest.map(_ == protocol),
      isValid = table.problems.isEmpty,
      problems = table.protocolProblems.map(Errors.describe) ++ table.state.defects ++
        table.clusteringProblem,
      logRead = table.logRead
    )
  }
}
