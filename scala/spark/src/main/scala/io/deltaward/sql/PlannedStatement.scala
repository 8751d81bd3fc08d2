package io.deltaward.sql

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
  }

  private def requireDeltaCatalog(parts: Seq[String]): Unit = {
    val catalog =
      if (parts.length > 1 && catalogs.isCatalogRegistered(parts.head)) catalogs.catalog(parts.head)
      else catalogs.currentCatalog
    if (!catalog.isInstanceOf[AbstractDeltaCatalog])
      throw Errors.cannotExplain(s"the catalog ${catalog.name} is not Delta's")
  }
}
