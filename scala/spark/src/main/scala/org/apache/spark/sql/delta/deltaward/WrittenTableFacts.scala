package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.delta.{ColumnWithDefaultExprUtils, DeltaConfigs, DeltaLog}
import org.apache.spark.sql.delta.commands.DeletionVectorUtils
import org.apache.spark.sql.delta.skipping.clustering.ClusteredTableUtils

import io.deltaward.conf.{DeltawardConf, InForce}
import io.deltaward.conflicts.WrittenTable

/** Collects the facts that decide which writers of a table conflict, as a transaction of the session would find them now. */
object WrittenTableFacts {

  /**
   * Reads the facts of a table.
   *
   * @param name the table's name, as a statement can use it
   */
  def gather(session: SparkSession, location: Path, name: String): WrittenTable = {
    val snapshot = DeltaLog.forTable(session, location).update()
    val metadata = snapshot.metadata
    val settings = InForce.effective(session.sessionState.conf)
    WrittenTable(
      name = name,
      isolationLevel = IsolationLevels.forTable(metadata).toString,
      deletionVectors =
        DeletionVectorUtils.deletionVectorsWritable(snapshot.protocol, metadata),
      partitionColumns = metadata.partitionColumns,
      clustered = ClusteredTableUtils.isSupported(snapshot.protocol),
      identityColumn = ColumnWithDefaultExprUtils.hasIdentityColumn(metadata.schema),
      appendOnly = DeltaConfigs.IS_APPEND_ONLY.fromMetaData(metadata),
      rowLevelConcurrency = settings.getConf(DeltawardConf.ROW_LEVEL_ENABLED),
      unrecordedReads = settings.getConf(DeltawardConf.UNRECORDED_READS_ENABLED)
    )
  }
}
