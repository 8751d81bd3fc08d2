package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.spark.sql.delta.{DeltaColumnMapping, DeltaConfigs, DeltaOperations, NoMapping}
import org.apache.spark.sql.delta.actions.Metadata
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.commands.columnmapping.RemoveColumnMappingCommand

import io.deltaward.errors.CommitRefusedException
import io.deltaward.rules.{Commit, PropertyTreatment}
import org.apache.spark.sql.delta.deltaward.TransactionView.Written

/** Foresees the commits of a statement that sets table properties, if Delta makes another commit before the last one. */
object PropertyInquiry {

  private val rowTracking = DeltaConfigs.ROW_TRACKING_ENABLED.key
  private val mappingMode = DeltaConfigs.COLUMN_MAPPING_MODE.key

  /**
   * Checks whether Delta makes another commit first. Turning row tracking on gives every file its row ids. Removing column
   * mapping rewrites every file.
   */
  def commitsBefore(properties: Map[String, String]): Boolean =
    tracksRows(properties) || removesMapping(properties)

  /**
   * Checks the statement's commits against the rules: the one that removes column mapping, which rewrites every file, and
   * the last one.
   *
   * @param properties the properties, as Delta would write them
   * @throws io.deltaward.errors.CommitRefusedException a rule refuses a commit; Delta itself reports any other problem
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
      try new TransactionView(transaction, None).guard.foresee(commit(transaction))._2
      catch {
        case refused: CommitRefusedException => Some(refused)
        case NonFatal(_) => None
      }
    refusal.foreach(throw _)
  }

  private def removal(table: DeltaTableV2, transaction: GuardedTransaction): Commit =
    new TransactionView(transaction, None).prepared(
      DeltaOperations.RemoveColumnMapping(),
      PropertyTreatment.Altering,
      unmapped(table, transaction, unsetsMode = false),
      Written(protocol = false, metadata = true),
      Nil
    )

  /**
   * Returns the last commit of a statement that sets properties, or `None` if it only makes one commit.
   *
   * @param properties the properties, as Delta would write them
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

  /** Returns the last commit of a statement that unsets properties, or `None` if it only makes one commit. */
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
    new GuardedTransaction(
      table.deltaLog,
      table.catalogTable,
      TableSnapshots.newest(table.deltaLog, table.catalogTable)
    )

  private def setting(asked: Map[String, String])(before: Metadata): Metadata =
    before.copy(configuration = before.configuration ++ asked)

  /** Returns the metadata once every file has been rewritten without column mapping. */
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
    new TransactionView(last, None).prepared(
      DeltaOperations.SetTableProperties(asked),
      PropertyTreatment.Altering,
      last.metadata,
      Written(last.protocol != last.snapshot.protocol, metadata = true),
      Nil
    )

  private def tracksRows(properties: Map[String, String]): Boolean =
    properties.get(rowTracking).exists(_.equalsIgnoreCase("true"))

  private def removesMapping(properties: Map[String, String]): Boolean =
    properties.get(mappingMode).exists(_.equalsIgnoreCase(NoMapping.name))
}
