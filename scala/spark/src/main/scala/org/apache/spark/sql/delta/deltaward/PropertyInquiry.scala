package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.spark.sql.delta.{DeltaColumnMapping, DeltaConfigs, DeltaOperations, NoMapping}
import org.apache.spark.sql.delta.actions.Metadata
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.commands.columnmapping.RemoveColumnMappingCommand

import io.deltaward.errors.CommitRefusedException
import io.deltaward.rules.{Change, Commit}

/** Table properties of which Delta sets some with others only after it has committed something else. */
object PropertyInquiry {

  private val rowTracking = DeltaConfigs.ROW_TRACKING_ENABLED.key
  private val mappingMode = DeltaConfigs.COLUMN_MAPPING_MODE.key

  /** Before row tracking is on every file gets its row ids; without column mapping every file is written anew. */
  def commitsBefore(properties: Map[String, String]): Boolean =
    tracksRows(properties) || removesMapping(properties)

  /**
   * Checks the statement's commits against the rules: the one that removes column mapping, which rewrites every file, and the
   * last one.
   *
   * @param properties as Delta would write them
   * @throws io.deltaward.errors.CommitRefusedException what else is wrong with them Delta will say
   */
  def judge(table: DeltaTableV2, properties: Map[String, String]): Unit = {
    val removes = removesMapping(properties)
    if (removes) judge(table)(removal(table, _))
    val asked = if (removes) properties - mappingMode else properties
    if (asked.nonEmpty)
      judge(table) { last =>
        last.updateMetadata(setting(asked)(last.metadata))
        commitOf(last, asked)
      }
  }

  private def judge(table: DeltaTableV2)(commit: GuardedTransaction => Commit): Unit = {
    val transaction = this.transaction(table)
    val refusal =
      try TransactionFacts.guardOf(transaction, None).foresee(commit(transaction))._2
      catch {
        case refused: CommitRefusedException => Some(refused)
        case NonFatal(_) => None
      }
    refusal.foreach(throw _)
  }

  private def removal(table: DeltaTableV2, transaction: GuardedTransaction): Commit =
    TransactionFacts.prepared(
      transaction,
      DeltaOperations.RemoveColumnMapping(),
      Change.Altering,
      transaction.protocol,
      unmapped(table, transaction, unsetsMode = false),
      protocolWritten = false,
      metadataWritten = true
    )

  /**
   * The last commit of a statement that sets properties; `None` where it makes one only.
   *
   * @param properties as Delta would write them
   */
  def lastCommitOfSet(table: DeltaTableV2, properties: Map[String, String]): Option[Commit] = {
    val removes = removesMapping(properties)
    val asked = if (removes) properties - mappingMode else properties
    if (asked.isEmpty || !removes && !tracksRows(properties)) None
    else
      lastCommit(table, DeltaOperations.SetTableProperties(asked)) { last =>
        val before =
          if (removes) unmapped(table, last, unsetsMode = false) else last.metadata
        setting(asked)(before)
      }
  }

  /** The same for one that unsets them. */
  def lastCommitOfUnset(table: DeltaTableV2, keys: Seq[String]): Option[Commit] = {
    val asked = keys.filterNot(_ == mappingMode)
    if (asked.isEmpty || asked.size == keys.size) None
    else
      lastCommit(table, DeltaOperations.UnsetTableProperties(asked, ifExists = true)) { last =>
        val before = unmapped(table, last, unsetsMode = true)
        before.copy(configuration = before.configuration -- asked)
      }
  }

  private def lastCommit(table: DeltaTableV2, operation: DeltaOperations.Operation)(
      metadata: GuardedTransaction => Metadata
  ): Option[Commit] = DryRun.commitOf {
    val last = transaction(table)
    last.updateMetadata(metadata(last))
    last.commit(Nil, operation)
  }

  private def transaction(table: DeltaTableV2): GuardedTransaction =
    new GuardedTransaction(table.deltaLog, table.catalogTable, table.update())

  private def setting(asked: Map[String, String])(before: Metadata): Metadata =
    before.copy(configuration = before.configuration ++ asked)

  /** As it is once every file has been written anew. */
  private def unmapped(
      table: DeltaTableV2,
      last: GuardedTransaction,
      unsetsMode: Boolean
  ): Metadata = {
    val removal = RemoveColumnMappingCommand(table.deltaLog, table.catalogTable)
    last.metadata.copy(
      schemaString = DeltaColumnMapping.dropColumnMappingMetadata(last.metadata.schema).json,
      configuration = removal.getConfigurationWithoutColumnMapping(last, unsetsMode)
    )
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

  private def tracksRows(properties: Map[String, String]): Boolean =
    properties.get(rowTracking).exists(_.equalsIgnoreCase("true"))

  private def removesMapping(properties: Map[String, String]): Boolean =
    properties.get(mappingMode).exists(_.equalsIgnoreCase(NoMapping.name))
}
