package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.errors.Errors
import io.deltaward.features.{TableProblems, TableStates}
import io.deltaward.protocol.{LowestProtocol, ProtocolProblem}
import io.deltaward.sql.{TableName, TimeTravel}
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
 * @param lowestReaderVersion  with the three that follow: the lowest possible protocol (rule P7)
 * @param isLowest             whether the protocol is the lowest possible one
 * @param isValid              rule P2: by itself, and for the table's properties and schema
 * @param problems             what makes it invalid, each with its condition; empty for a valid one
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
    lowestReaderVersion: Int,
    lowestWriterVersion: Int,
    lowestReaderFeatures: Option[Seq[String]],
    lowestWriterFeatures: Option[Seq[String]],
    isLowest: Boolean,
    isValid: Boolean,
    problems: Seq[String]
)

object ProtocolRow {
  private[commands] val schema: StructType = Rows.schema[ProtocolRow]
}

/**
 * `DESCRIBE PROTOCOL table [VERSION AS OF n | TIMESTAMP AS OF t]`: one [[ProtocolRow]]. It reads the log itself, so it
 * answers for tables that Delta refuses to open.
 */
final case class DescribeProtocol(table: TableName, travel: TimeTravel)
    extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ProtocolRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] =
    Seq(DescribeProtocol.row(new TableReader(session).read(table, travel)))
}

object DescribeProtocol {

  private def row(table: TableAt): ProtocolRow = {
    val protocol = table.state.protocol
    val lowest = LowestProtocol.of(protocol, DeltaFeatures.knownOtherwise)
    val metadata = table.state.metadata
    val problems = ProtocolProblem.in(protocol) ++
      TableProblems.in(
        TableStates(protocol, metadata.configuration, metadata.schemaString.getOrElse(""))
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
      lowestReaderVersion = lowest.minReaderVersion,
      lowestWriterVersion = lowest.minWriterVersion,
      lowestReaderFeatures = lowest.readerFeatures.map(_.toSeq.sorted),
      lowestWriterFeatures = lowest.writerFeatures.map(_.toSeq.sorted),
      isLowest = lowest == protocol,
      isValid = problems.isEmpty,
      problems = problems.map(Errors.describe)
    )
  }
}
