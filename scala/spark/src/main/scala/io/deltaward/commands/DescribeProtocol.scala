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
 * @param tableName            the catalog name; null for a path
 * @param location             the root of the table
 * @param version              the version that the row describes
 * @param readerFeatures       null where the protocol has no list
 * @param writerFeatures       null where the protocol has no list
 * @param supportedFeatures    listed or implied by the versions (rule P3)
 * @param lowestReaderVersion  with the three that follow: the lowest possible protocol (rule P7); null, as `isLowest`, for
 *                             an invalid one: which features it should support is not known
 * @param isLowest             whether the protocol is the lowest possible one
 * @param isValid              rule P2: by itself, and for the table's properties and schema; and nothing is wrong with
 *                             what was read of the log
 * @param problems             what makes it invalid, with its condition, and what is wrong with the log; empty for a
 *                             valid one
 * @param logRead              the files of the log that the row rests on, in words
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
      LowestProtocol.of(protocol, DeltaFeatures.knownOtherwise)
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
