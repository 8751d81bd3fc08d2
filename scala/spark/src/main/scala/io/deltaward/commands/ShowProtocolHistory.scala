package io.deltaward.commands

import java.sql.Timestamp

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.features.Cause
import io.deltaward.features.TableDescriptor
import io.deltaward.log.{ProtocolChange, ProtocolHistory, TableMetadata}
import io.deltaward.protocol.Protocol
import io.deltaward.tables.{TableName, TableReader}

/**
 * A row of `SHOW PROTOCOL HISTORY`: a version that changed the protocol, or the oldest version that a cleaned-up log still
 * describes.
 *
 * @param operation         operation of the commit, as its engine calls it
 * @param engine            engine that made the commit
 * @param user              user who made the commit, if the engine records the user
 * @param featuresAdded     features that this version adds, sorted; for version 0, all that it supports
 * @param featuresRemoved   features that this version removes, sorted
 * @param fromReaderVersion `minReaderVersion` before this version; `None` for version 0, and for the oldest version of a log
 *                          that was cleaned up
 * @param cause             cause of each feature in `featuresAdded`, in the same order: `property`, `schema`, `dependency`,
 *                          `newTable` or `explicit`
 * @param causeDetail       cause of each feature in `featuresAdded`, in the same order, in words
 * @param historyComplete   whether the log reaches back to version 0; if not, changes before the oldest row are unknown
 */
final case class ProtocolHistoryRow(
    version: Long,
    timestamp: Timestamp,
    operation: Option[String],
    engine: Option[String],
    user: Option[String],
    featuresAdded: Seq[String],
    featuresRemoved: Seq[String],
    fromReaderVersion: Option[Int],
    fromWriterVersion: Option[Int],
    toReaderVersion: Int,
    toWriterVersion: Int,
    cause: Seq[String],
    causeDetail: Seq[String],
    historyComplete: Boolean
)

object ProtocolHistoryRow {
  private[commands] val schema: StructType = Rows.schema[ProtocolHistoryRow]
}

/** `SHOW PROTOCOL HISTORY [FOR | IN] table`: returns a [[ProtocolHistoryRow]] for each change, newest first. */
final case class ShowProtocolHistory(table: TableName) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ProtocolHistoryRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val reader = new TableReader(session)
    val history = reader.history(reader.locate(table))
    val known = Option.when(history.earliestVersion > 0)(history.earliestProtocol)
    val before = known +: history.changes.map(change => Some(change.protocol))
    val changes = history.changes
      .zip(before)
      .map { case (change, from) =>
        ShowProtocolHistory.row(change, from.filter(_ != change.protocol), history)
      }
    val tellsStart = history.changes.headOption.exists(_.version == history.earliestVersion)
    (Option.unless(tellsStart)(ShowProtocolHistory.start(history)) ++ changes).toSeq.reverse
  }
}

object ShowProtocolHistory {

  /** Returns the row of the version that the first checkpoint describes, if its commit did not set the protocol. */
  private def start(history: ProtocolHistory): ProtocolHistoryRow = ProtocolHistoryRow(
    version = history.earliestVersion,
    timestamp = new Timestamp(history.earliestTimestamp),
    operation = None,
    engine = None,
    user = None,
    featuresAdded = Nil,
    featuresRemoved = Nil,
    fromReaderVersion = None,
    fromWriterVersion = None,
    toReaderVersion = history.earliestProtocol.minReaderVersion,
    toWriterVersion = history.earliestProtocol.minWriterVersion,
    cause = Nil,
    causeDetail = Nil,
    historyComplete = false
  )

  private def row(
      change: ProtocolChange,
      from: Option[Protocol],
      history: ProtocolHistory
  ): ProtocolHistoryRow = {
    val after = change.protocol.supportedFeatures
    val unknown = from.isEmpty && change.version > 0
    val earlier = from.fold(Set.empty[String])(_.supportedFeatures)
    val added = if (unknown) Nil else (after -- earlier).toSeq.sorted
    val causes = added.map(causeOf(_, change, from))
    ProtocolHistoryRow(
      version = change.version,
      timestamp = new Timestamp(change.timestamp),
      operation = change.operation,
      engine = change.engine,
      user = change.user,
      featuresAdded = added,
      featuresRemoved = (earlier -- after).toSeq.sorted,
      fromReaderVersion = from.map(_.minReaderVersion),
      fromWriterVersion = from.map(_.minWriterVersion),
      toReaderVersion = change.protocol.minReaderVersion,
      toWriterVersion = change.protocol.minWriterVersion,
      cause = causes.map(_.kind),
      causeDetail = causes.map(_.text),
      historyComplete = history.earliestVersion == 0
    )
  }

  private def causeOf(feature: String, change: ProtocolChange, from: Option[Protocol]): Cause = {
    def side(protocol: Protocol, metadata: TableMetadata): TableDescriptor =
      TableDescriptor(
        protocol,
        metadata.configuration,
        metadata.schemaString.getOrElse(""),
        metadata.partitionColumns
      )
    val before = for (protocol <- from; metadata <- change.replaced) yield side(protocol, metadata)
    change.metadata.fold[Cause](Cause.Explicit) { metadata =>
      Cause.find(feature, before, side(change.protocol, metadata), Map.empty) match {
        // The properties of a new table can also come from the session. The log does not tell them apart.
        case Cause.GivenProperty(key, value) => Cause.PropertyOfNewTable(key, value)
        case other => other
      }
    }
  }
}
