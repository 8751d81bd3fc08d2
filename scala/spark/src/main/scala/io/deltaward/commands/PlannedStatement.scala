package io.deltaward.commands

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.{
  UnresolvedIdentifier,
  UnresolvedRelation,
  UnresolvedTable
}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.delta.catalog.SupportsPathIdentifier
import org.apache.spark.sql.delta.skipping.clustering.temp.{AlterTableClusterBy => DeltaClusterBy}

import io.deltaward.errors.Errors
import io.deltaward.spark.AlterPlans.{AlterColumns, AlterTableClusterBy}
import io.deltaward.tables.{TableName, TableResolver}

/** The effect of a statement that deltaward can explain without running it. */
sealed trait Planned

object Planned {

  /** It changes a table, or creates one without rows. */
  case object Changes extends Planned

  /** It replaces a table, which may have rows, by one without rows. */
  case object Replaces extends Planned

  /**
   * It writes rows.
   *
   * @param operation   Delta's name of the operation
   * @param changesRows whether it can remove or change rows
   */
  final case class Rows(operation: String, changesRows: Boolean) extends Planned

  /** It drops a feature, which Delta does in many commits. */
  final case class Drop(table: TableName, feature: String, truncatesHistory: Boolean)
      extends Planned
}

/**
 * Determines the effect of a statement that runs only up to its commit. Statements with effects besides the commit, or on
 * formats other than Delta, must not run at all.
 */
final class PlannedStatement(session: SparkSession) {

  private val catalogs = session.sessionState.catalogManager
  private val sessionCatalog = session.sessionState.catalog

  /** Returns the table that the statement is about, as SQL names it. */
  def nameOf(statement: LogicalPlan): String = statement
    .collectFirst { case Target(parts) => parts }
    .fold("the table")(TableName.Parts(_).quoted)

  /** Returns the table properties that the statement sets. */
  def propertiesOf(statement: LogicalPlan): Map[String, String] = statement match {
    case SetTableProperties(_, properties) => properties
    case create: CreateTable => create.tableSpec.properties
    case replace: ReplaceTable => replace.tableSpec.properties
    case create: CreateTableAsSelect => create.tableSpec.properties
    case replace: ReplaceTableAsSelect => replace.tableSpec.properties
    case _ => Map.empty
  }

  /**
   * Returns the effect of a statement.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_CANNOT_EXPLAIN`, `DELTAWARD_NOT_A_DELTA_TABLE`
   */
  def analyze(statement: LogicalPlan): Planned = statement match {
    case AlterTableDropFeature(Target(parts), feature, truncates) =>
      Planned.Drop(TableName.Parts(parts), feature, truncates)
    case alter: AlterTableCommand if isOneChange(alter) =>
      requireDelta(alter.table)
      Planned.Changes
    case insert: InsertIntoStatement if !ReplaceCriteria.isIn(insert) =>
      requireDelta(insert.table)
      Planned.Rows("WRITE", changesRows = insert.overwrite)
    case merge: MergeIntoTable =>
      requireDelta(merge.targetTable)
      val changes = merge.matchedActions ++ merge.notMatchedBySourceActions
      Planned.Rows("MERGE", changesRows = changes.nonEmpty)
    case named: UnresolvedWith if named.child.isInstanceOf[InsertIntoStatement] =>
      analyze(named.child)
    case CreateTable(Target(parts), _, _, spec, _) =>
      requireDelta(parts, spec)
      Planned.Changes
    case ReplaceTable(Target(parts), _, _, spec, _) =>
      requireDelta(parts, spec)
      Planned.Replaces
    case CreateTableAsSelect(Target(parts), _, _, spec, _, _, _) =>
      requireDelta(parts, spec)
      Planned.Rows("CREATE TABLE AS SELECT", changesRows = false)
    case ReplaceTableAsSelect(Target(parts), _, _, spec, _, orCreate, _) =>
      requireDelta(parts, spec)
      Planned.Rows(
        s"${if (orCreate) "CREATE OR " else ""}REPLACE TABLE AS SELECT",
        changesRows = true
      )
    case _ =>
      throw Errors.cannotExplain("it is not a statement that EXPLAIN PROTOCOL supports")
  }

  private object Target {
    def unapply(plan: LogicalPlan): Option[Seq[String]] = plan match {
      case UnresolvedTable(parts, _, _) => Some(parts)
      case UnresolvedIdentifier(parts, _) => Some(parts)
      case relation: UnresolvedRelation => Some(relation.multipartIdentifier)
      case SubqueryAlias(_, relation: UnresolvedRelation) => Some(relation.multipartIdentifier)
      case _ => None
    }
  }

  private def isOneChange(alter: AlterTableCommand): Boolean = alter match {
    case _: SetTableProperties | _: UnsetTableProperties => true
    case _: AddColumns | _: AlterColumns | _: DropColumns | _: RenameColumn => true
    case _: ReplaceColumns | _: AlterTableClusterBy | _: DeltaClusterBy => true
    case _: AlterTableAddConstraint | _: AlterTableDropConstraint => true
    case _ => false
  }

  private def requireDelta(table: LogicalPlan): Unit = table match {
    case Target(parts) =>
      val location = new TableResolver(session).resolve(TableName.Parts(parts))
      if (location.name.isDefined) requireDeltaCatalog(parts)
    case _ => throw Errors.cannotExplain("it does not name its table")
  }

  private def requireDelta(parts: Seq[String], spec: TableSpecBase): Unit = {
    val format = spec.provider.getOrElse(session.sessionState.conf.defaultDataSourceName)
    if (!format.equalsIgnoreCase("delta"))
      throw Errors.notDelta("OTHER_FORMAT", TableName.Parts(parts).quoted, "format" -> format)
    requireDeltaCatalog(parts)
    parts.takeRight(2) match {
      case Seq("delta", path) if path.contains("/") => ()
      case name =>
        val identifier = TableIdentifier(name.last, name.init.headOption)
        if (!sessionCatalog.tableExists(identifier)) requireEmpty(identifier, spec)
    }
  }

  /**
   * Checks that there is no Delta table at the location of a new table. Delta would only add such a table to the catalog,
   * without a commit.
   */
  private def requireEmpty(identifier: TableIdentifier, spec: TableSpecBase): Unit = {
    val root =
      spec.location.fold(new Path(sessionCatalog.defaultTablePath(identifier)))(new Path(_))
    val log = new Path(root, "_delta_log")
    if (log.getFileSystem(session.sessionState.newHadoopConf()).exists(log))
      throw Errors.cannotExplain(s"there is a Delta table at $root already")
  }

  private def requireDeltaCatalog(parts: Seq[String]): Unit = {
    val catalog =
      if (parts.length > 1 && catalogs.isCatalogRegistered(parts.head)) catalogs.catalog(parts.head)
      else catalogs.currentCatalog
    if (catalog.name != "spark_catalog" || !catalog.isInstanceOf[SupportsPathIdentifier])
      throw Errors.cannotExplain(
        s"the catalog ${catalog.name} is not the session catalog, or not Delta's"
      )
  }
}
