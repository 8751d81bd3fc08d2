package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.spark.sql.delta.{DeltaConfigs, DeltaOperations, NoMapping}
import org.apache.spark.sql.delta.catalog.DeltaTableV2

import io.deltaward.errors.CommitRefusedException
import io.deltaward.rules.{Change, Commit}

/** What the rules say to table properties, of those that Delta sets with others only after it has committed something else. */
object PropertyInquiry {

  private val rowTracking = DeltaConfigs.ROW_TRACKING_ENABLED.key
  private val mappingMode = DeltaConfigs.COLUMN_MAPPING_MODE.key

  /** Before row tracking is on every file gets its row ids; without column mapping every file is written anew. */
  def commitsBefore(properties: Map[String, String]): Boolean =
    properties.get(rowTracking).exists(_.equalsIgnoreCase("true")) || removesMapping(properties)

  /**
   * @param properties as Delta would write them
   * @throws io.deltaward.errors.CommitRefusedException what else is wrong with them Delta will say
   */
  def judge(table: DeltaTableV2, properties: Map[String, String]): Unit = {
    val asked = if (removesMapping(properties)) properties - mappingMode else properties
    if (asked.nonEmpty) {
      val snapshot = table.update()
      val metadata = snapshot.metadata
      val last = new GuardedTransaction(table.deltaLog, table.catalogTable, snapshot)
      val refusal =
        try {
          last.updateMetadata(metadata.copy(configuration = metadata.configuration ++ asked))
          TransactionFacts.guardOf(last, None).foresee(commitOf(last, asked))._2
        } catch {
          case refused: CommitRefusedException => Some(refused)
          case NonFatal(_) => None
        }
      refusal.foreach(throw _)
    }
  }

  private def commitOf(last: GuardedTransaction, asked: Map[String, String]): Commit =
    TransactionFacts.prepared(
      last,
      DeltaOperations.SetTableProperties(asked),
      Change.Altering,
      last.protocol,
      last.metadata,
      protocolWritten = last.protocol != last.snapshot.protocol,
      metadataWritten = true
    )

  private def removesMapping(properties: Map[String, String]): Boolean =
    properties.get(mappingMode).exists(_.equalsIgnoreCase(NoMapping.name))
}
