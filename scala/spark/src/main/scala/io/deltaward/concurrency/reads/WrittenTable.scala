package io.deltaward.concurrency.reads

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier
import org.apache.spark.sql.catalyst.plans.logical.{
  LogicalPlan,
  ReplaceTableAsSelect,
  V2WriteCommand
}
import org.apache.spark.sql.connector.catalog.TableCatalog
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.commands._
import org.apache.spark.sql.delta.sources.DeltaDataSource
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

/** Finds the Delta table that a command writes. */
object WrittenTable {

  /** Returns the log of the table. Returns `None` if the table does not exist yet, or the command is not listed. */
  def find(command: LogicalPlan): Option[DeltaLog] = command match {
    case update: UpdateCommand => Some(update.tahoeFileIndex.deltaLog)
    case delete: DeleteCommand => Some(delete.deltaLog)
    case merge: MergeIntoCommand => Some(merge.targetFileIndex.deltaLog)
    case InsertThatReplaces(log, _) => Some(log)
    case write: V2WriteCommand =>
      Some(write.table).collect { case relation: DataSourceV2Relation => relation.table }
        .collect { case table: DeltaTableV2 => table.deltaLog }
    case save: SaveIntoDataSourceCommand if save.dataSource.isInstanceOf[DeltaDataSource] =>
      save.options.get("path").flatMap(path => atPath(new Path(path), save.options))
    case replace: ReplaceTableAsSelect => inCatalog(replace.name)
    case _ => None
  }

  /** Opens the log at a path. If the path cannot be read, the statement itself fails with Delta's error. */
  private def atPath(path: Path, options: Map[String, String]): Option[DeltaLog] =
    Try(DeltaLog.forTable(SparkSession.active, path, options)).toOption

  private def inCatalog(name: LogicalPlan): Option[DeltaLog] = name match {
    case ResolvedIdentifier(catalog: TableCatalog, table) =>
      Try(catalog.loadTable(table)).toOption.collect { case found: DeltaTableV2 =>
        found.deltaLog
      }
    case _ => None
  }
}
