package io.deltaward.concurrency.reads

import org.apache.hadoop.fs.Path
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.catalog.{CatalogTable, HiveTableRelation}
import org.apache.spark.sql.catalyst.expressions.{Expression, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.delta.commands.cdc.CDCReader.DeltaCDFRelation
import org.apache.spark.sql.delta.files.{TahoeFileIndex, TahoeLogFileIndex}
import org.apache.spark.sql.delta.sources.DeltaSQLConf
import org.apache.spark.sql.execution.{ExternalRDD, LogicalRDD}
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  HadoopFsRelation,
  LogicalRelation,
  PartitioningAwareFileIndex
}
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2Relation, FileTable}
import org.apache.spark.sql.sources.BaseRelation

import io.deltaward.spark.{CachedRelation, OptimizerNodes}

/**
 * Determines what a plan reads of a table. Each leaf is known to read something else, known to read the table, or unknown. A
 * list of everything that reads the table could never be complete.
 *
 * @param tableId  the table's id, from its metadata
 * @param version  the version of the table that the transaction has read
 * @param isLinked checks whether a link under a directory leads to the table
 * @param cached   returns the plans within a plan whose rows Spark would take from its cache
 * @param ofRdd    determines what an RDD reads
 */
final class PlanReads(
    tableId: String,
    version: Long,
    directory: TableDirectory,
    isLinked: Path => Boolean,
    cached: LogicalPlan => Seq[LogicalPlan],
    ofRdd: RDD[_] => Reads
) {

  /**
   * Determines what a plan reads, without its subqueries.
   *
   * @param byLog the result if the plan reads the table by its log, as every ordinary read does
   */
  def findIn(plan: LogicalPlan, byLog: Reads): Reads =
    Reads.worst(ofLeaves(plan, byLog) +: cached(plan).map(ofCached))

  /** Checks whether the plan reads cached rows that may come from the table. */
  def areFromCache(plan: LogicalPlan): Boolean = {
    val inCache = (plan +: PlanReads.subqueriesIn(plan)).flatMap(cached)
    inCache.exists(ofCached(_) != Reads.Recorded)
  }

  /** Determines what a cached plan has read. Spark ran its subqueries together with it, once. */
  private def ofCached(plan: LogicalPlan): Reads =
    Reads.worst(
      (plan +: PlanReads.subqueriesIn(plan)).map(ofLeaves(_, Reads.Cached))
    ) match {
      case Reads.Unrecorded => Reads.Cached
      case other => other
    }

  private def ofLeaves(plan: LogicalPlan, byLog: Reads): Reads = {
    val defined = plan.collect { case definition: CTERelationDef => definition.id }.toSet
    Reads.worst(plan.collectLeaves().map {
      case reference: CTERelationRef =>
        if (defined(reference.cteId)) Reads.Recorded else Reads.Unknown
      case leaf => ofLeaf(leaf, byLog)
    })
  }

  private def ofLeaf(leaf: LogicalPlan, byLog: Reads): Reads = leaf match {
    case _: LocalRelation | _: OneRowRelation | _: Range | _: CommandResult => Reads.Recorded
    case empty if OptimizerNodes.isEmptyRelation(empty) => Reads.Recorded
    case rdd: LogicalRDD => ofRdd(rdd.rdd)
    case rdd: ExternalRDD[_] => ofRdd(rdd.rdd)
    case relation: InMemoryRelation =>
      CachedRelation.planOf(relation).fold[Reads](Reads.Unknown)(ofCached)
    case relation: LogicalRelation => ofRelation(relation.relation, byLog)
    case relation: DataSourceV2Relation => ofTable(relation.table)
    case relation: HiveTableRelation => ofCatalog(relation.tableMeta)
    case _ => Reads.Unknown
  }

  private def ofRelation(relation: BaseRelation, byLog: Reads): Reads = relation match {
    case files: HadoopFsRelation => ofFiles(files.location, byLog)
    case changes: DeltaCDFRelation =>
      val fixed = changes.endingVersion.exists(_ <= version) && !endsLater(changes)
      if (fixed || changes.snapshotWithSchemaMode.snapshot.metadata.id != tableId) Reads.Recorded
      else Reads.Unrecorded
    case other => PlanReads.ofConnector(other)
  }

  /**
   * Determines what a file index reads. A version that a query names never changes. If one log has two paths, there are two
   * records of what is read.
   */
  private def ofFiles(files: FileIndex, byLog: Reads): Reads = files match {
    case other: TahoeFileIndex if other.metadata.id != tableId => Reads.Recorded
    case log: TahoeLogFileIndex =>
      if (log.isTimeTravelQuery) Reads.Recorded
      else if (log.deltaLog.dataPath == directory.path) byLog
      else if (directory.is(log.deltaLog.dataPath)) Reads.Unrecorded
      else Reads.Unknown
    case _: TahoeFileIndex => Reads.Unknown
    case listed: PartitioningAwareFileIndex =>
      // A directory above the table's, or a link in another one, leads to the table's files, even before they exist.
      val folders = listed.allFiles().map(_.getPath.getParent).distinct
      val isApart =
        !listed.rootPaths.exists(root => directory.meets(root) || isLinked(root)) &&
          !folders.exists(directory.holds)
      if (isApart) Reads.Recorded else Reads.Unknown
    case _ => Reads.Unknown
  }

  private def ofTable(table: Table): Reads = table match {
    case files: FileTable => ofFiles(files.fileIndex, Reads.Unknown)
    case other => PlanReads.ofConnector(other)
  }

  /**
   * Determines what a Hive table reads. Only the catalog knows its partitions. Statements without conflicts must not ask it,
   * so a partitioned table is unknown.
   */
  private def ofCatalog(table: CatalogTable): Reads = {
    val isApart = !table.storage.locationUri.exists(place => directory.meets(new Path(place)))
    if (table.partitionColumnNames.isEmpty && isApart) Reads.Recorded else Reads.Unknown
  }

  /** Checks whether a change data feed may end in the future. Such an end counts as the version that is now the newest. */
  private def endsLater(changes: DeltaCDFRelation): Boolean =
    changes.sqlContext.sparkSession.sessionState.conf
      .getConf(DeltaSQLConf.DELTA_CDF_ALLOW_OUT_OF_RANGE_TIMESTAMP)
}

object PlanReads {

  /** Checks whether the plan reads the change data feed of any table. */
  def readsChanges(plan: LogicalPlan): Boolean = (plan +: subqueriesIn(plan)).exists(_.exists {
    case relation: LogicalRelation => relation.relation.isInstanceOf[DeltaCDFRelation]
    case _ => false
  })

  /** Returns the plan's subqueries, at any depth. */
  def subqueriesIn(plan: LogicalPlan): Seq[LogicalPlan] =
    plan.collect { case node => node.expressions.flatMap(subqueriesIn) }.flatten

  def subqueriesIn(expression: Expression): Seq[LogicalPlan] =
    expression.collect { case subquery: SubqueryExpression => subquery.plan }
      .flatMap(plan => plan +: subqueriesIn(plan))

  /** Packages of connectors that cannot read a Delta table. */
  private val Elsewhere = Seq(
    "org.apache.spark.sql.execution.datasources.jdbc.",
    "org.apache.spark.sql.execution.datasources.v2.jdbc.",
    "org.apache.spark.sql.execution.streaming.",
    "org.apache.spark.sql.kafka010.",
    "org.apache.iceberg.spark."
  )

  /**
   * Determines what a connector reads.
   *
   * @param part an object of a connector's class: a table, or a part of one
   */
  def ofConnector(part: AnyRef): Reads =
    if (Elsewhere.exists(part.getClass.getName.startsWith)) Reads.Recorded else Reads.Unknown
}
