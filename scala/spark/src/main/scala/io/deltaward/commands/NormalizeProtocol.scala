package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.errors.{Errors, LogAccess}
import io.deltaward.protocol.{LowestProtocol, Protocol, ProtocolProblem}
import io.deltaward.tables.{DeltaOpens, TableAtVersion, TableName, TableReader, TimeTravel}
import org.apache.spark.sql.delta.deltaward.{DeltaFeatures, ProtocolCommit}

/**
 * The row of `ALTER TABLE ... NORMALIZE PROTOCOL`. Feature lists are sorted. A list is null if the protocol has none.
 *
 * @param tableName            name of the table in the catalog; `None` for a path
 * @param location             root path of the table
 * @param version              newest version after the statement
 * @param changed              whether the statement lowered the protocol, or would lower it without `DRY RUN`
 * @param minReaderVersion     `minReaderVersion` before the statement
 * @param minWriterVersion     `minWriterVersion` before the statement
 * @param readerFeatures       `readerFeatures` before the statement, sorted; `None` if the protocol had no such list
 * @param writerFeatures       `writerFeatures` before the statement, sorted; `None` if the protocol had no such list
 * @param lowestReaderVersion  `minReaderVersion` of the lowest possible protocol (rule P7)
 * @param lowestWriterVersion  `minWriterVersion` of the lowest possible protocol
 * @param lowestReaderFeatures `readerFeatures` of the lowest possible protocol, sorted; `None` if it has no such list
 * @param lowestWriterFeatures `writerFeatures` of the lowest possible protocol, sorted; `None` if it has no such list
 */
final case class NormalizeRow(
    tableName: Option[String],
    location: String,
    version: Long,
    changed: Boolean,
    minReaderVersion: Int,
    minWriterVersion: Int,
    readerFeatures: Option[Seq[String]],
    writerFeatures: Option[Seq[String]],
    lowestReaderVersion: Int,
    lowestWriterVersion: Int,
    lowestReaderFeatures: Option[Seq[String]],
    lowestWriterFeatures: Option[Seq[String]]
)

object NormalizeRow {
  private[commands] val schema: StructType = Rows.schema[NormalizeRow]
}

/**
 * `ALTER TABLE table NORMALIZE PROTOCOL [DRY RUN]`: lowers the protocol to the lowest one for the same features, in a commit
 * of its own. A table with the lowest protocol stays unchanged.
 *
 * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_PROTOCOL`, since the intended features of an
 *                                                        invalid protocol are unknown
 */
final case class NormalizeProtocol(table: TableName, dryRun: Boolean) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(NormalizeRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val at = new TableReader(session).read(table, TimeTravel.Latest)
    val protocol = at.state.protocol
    ProtocolProblem.findIn(protocol).headOption.foreach(p => throw Errors.invalidProtocol(p))
    val lowest = LowestProtocol.lower(protocol, DeltaFeatures.knownOtherwise)
    val changed = lowest != protocol
    val version =
      if (changed && !dryRun)
        LogAccess.writing(at.location.quoted) {
          DeltaOpens.orRefused(session, table) {
            ProtocolCommit.lower(session, at.location.location, at.location.entry)
          }
        }
      else at.state.version
    Seq(row(at, version, changed, lowest))
  }

  private def row(at: TableAtVersion, version: Long, changed: Boolean, lowest: Protocol) =
    NormalizeRow(
      tableName = at.location.name,
      location = at.location.location.toString,
      version = version,
      changed = changed,
      minReaderVersion = at.state.protocol.minReaderVersion,
      minWriterVersion = at.state.protocol.minWriterVersion,
      readerFeatures = at.state.protocol.readerFeatures.map(_.toSeq.sorted),
      writerFeatures = at.state.protocol.writerFeatures.map(_.toSeq.sorted),
      lowestReaderVersion = lowest.minReaderVersion,
      lowestWriterVersion = lowest.minWriterVersion,
      lowestReaderFeatures = lowest.readerFeatures.map(_.toSeq.sorted),
      lowestWriterFeatures = lowest.writerFeatures.map(_.toSeq.sorted)
    )
}
