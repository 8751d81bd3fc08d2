package io.deltaward.sql

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.{UnresolvedIdentifier, UnresolvedTable}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.delta.catalog.AbstractDeltaCatalog

import io.deltaward.errors.Errors

/**
 * A statement that is run up to its commit only. What has effects besides the commit, or another format than Delta,
 * must not be run at all.
 */
final class PlannedStatement(session: SparkSession) {

  private val catalogs = session.sessionState.catalogManager
  private val sessionCatalog = session.sessionState.catalog

  /** The table that the statement is about, as SQL names it. */
  def nameOf(statement: LogicalPlan): String = statement
    .collectFirst {
      case UnresolvedTable(parts, _, _) => parts
      case UnresolvedIdentifier(parts, _) => parts
    }
    .fold("the table")(TableName.Parts(_).quoted)

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_CANNOT_EXPLAIN`, `DELTAWARD_NOT_A_DELTA_TABLE` */
  def requireDelta(statement: LogicalPlan): Unit = statement match {
    case SetTableProperties(UnresolvedTable(parts, _, _), _) => altered(parts)
    case UnsetTableProperties(UnresolvedTable(parts, _, _), _, _) => altered(parts)
    case AddColumns(UnresolvedTable(parts, _, _), _) => altered(parts)
    case CreateTable(UnresolvedIdentifier(parts, _), _, _, spec, _) => created(parts, spec)
    case ReplaceTable(UnresolvedIdentifier(parts, _), _, _, spec, _) => created(parts, spec)
    case _ => throw Errors.cannotExplain(
        "the statement does more than to change a table, or does not change one"
      )
  }

  private def altered(parts: Seq[String]): Unit = {
    val location = new TableResolver(session).resolve(TableName.Parts(parts))
    if (location.name.isDefined) requireDeltaCatalog(parts)
  }

  private def created(parts: Seq[String], spec: TableSpecBase): Unit = {
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

  /** Delta would take a table that it finds there into the catalog as it is, without a commit to stop at. */
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
    if (catalog.name != "spark_catalog" || !catalog.isInstanceOf[AbstractDeltaCatalog])
      throw Errors.cannotExplain(
        s"the catalog ${catalog.name} is not the session catalog, or not Delta's"
      )
  }
}
