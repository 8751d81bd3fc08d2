package io.deltaward.tables

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.{CatalogTable, CatalogTableType}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCatalog}
import org.apache.spark.sql.delta.catalog.DeltaTableV2

import io.deltaward.errors.Errors

/**
 * Finds the location of a table without opening it, since reports cover tables that Delta refuses to open. It looks the name
 * up in the catalog. It loads a table only from catalogs other than Spark's own.
 */
final class TableResolver(session: SparkSession) {

  private val catalogs = session.sessionState.catalogManager
  private val sessionCatalog = session.sessionState.catalog

  /**
   * @throws org.apache.spark.sql.AnalysisException `TABLE_OR_VIEW_NOT_FOUND`, Spark's own
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_NOT_A_DELTA_TABLE`
   */
  def resolve(table: TableName): TableLocation = table match {
    case TableName.Path(path) => atPath(table, path)
    case TableName.Parts(parts) if sessionCatalog.isTempView(parts) =>
      throw Errors.notDelta("TEMPORARY_VIEW", table.quoted)
    case TableName.Parts(Seq(format, path))
        if isPath(path) && !sessionCatalog.databaseExists(format) =>
      if (format.equalsIgnoreCase("delta")) atPath(table, path)
      else throw Errors.notDelta("OTHER_FORMAT", table.quoted, "format" -> format)
    case TableName.Parts(parts) => inCatalog(table, parts)
  }

  private def isPath(text: String): Boolean = Try(new Path(text).isAbsolute).getOrElse(false)

  private def atPath(table: TableName, path: String): TableLocation =
    Try(new Path(path)).fold(
      problem => throw Errors.notDelta("NOT_A_PATH", table.quoted, "cause" -> problem.getMessage),
      TableLocation(None, table.quoted, _)
    )

  private def inCatalog(table: TableName, parts: Seq[String]): TableLocation = {
    val (catalogName, namespace) =
      if (parts.length > 1 && catalogs.isCatalogRegistered(parts.head))
        (parts.head, parts.tail.init.toArray)
      else if (parts.length > 1) (catalogs.currentCatalog.name, parts.init.toArray)
      else (catalogs.currentCatalog.name, catalogs.currentNamespace)
    if (catalogName == "spark_catalog") {
      if (namespace.length != 1)
        throw new AnalysisException(
          "REQUIRES_SINGLE_PART_NAMESPACE",
          Map(
            "sessionCatalog" -> catalogName,
            "identifier" -> table.quoted,
            // The messages of Spark 4.0 and 4.1 use this parameter instead.
            "namespace" -> table.quoted
          )
        )
      fromSessionCatalog(
        table,
        sessionCatalog.getTableMetadata(TableIdentifier(parts.last, namespace.headOption))
      )
    } else
      catalogs.catalog(catalogName) match {
        case catalog: TableCatalog =>
          fromCatalog(table, catalogName, catalog.loadTable(Identifier.of(namespace, parts.last)))
        case _ => throw Errors.notDelta("NO_LOCATION", table.quoted)
      }
  }

  private def fromSessionCatalog(table: TableName, found: CatalogTable): TableLocation =
    if (found.tableType == CatalogTableType.VIEW) throw Errors.notDelta("VIEW", table.quoted)
    else if (!found.provider.exists(_.equalsIgnoreCase("delta")))
      throw Errors.notDelta(
        "OTHER_FORMAT",
        table.quoted,
        "format" -> found.provider.getOrElse("unknown")
      )
    else {
      val location =
        found.storage.locationUri.getOrElse(throw Errors.notDelta("NO_LOCATION", table.quoted))
      val name = Some(found.identifier.unquotedString)
      TableLocation(name, table.quoted, new Path(location), Some(found))
    }

  private def fromCatalog(table: TableName, catalog: String, found: Table): TableLocation =
    found match {
      case delta: DeltaTableV2 =>
        val name = Some(s"$catalog.${delta.name}")
        TableLocation(name, table.quoted, delta.path, delta.catalogTable)
      case other =>
        val format = Option(other.properties.get(TableCatalog.PROP_PROVIDER)).getOrElse("unknown")
        val location = Option(other.properties.get(TableCatalog.PROP_LOCATION))
        if (!format.equalsIgnoreCase("delta"))
          throw Errors.notDelta("OTHER_FORMAT", table.quoted, "format" -> format)
        TableLocation(
          Some(s"$catalog.${other.name}"),
          table.quoted,
          new Path(location.getOrElse(throw Errors.notDelta("NO_LOCATION", table.quoted)))
        )
    }
}
