package io.deltaward.guard

import scala.util.control.NonFatal

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier
import org.apache.spark.sql.catalyst.catalog.SessionCatalog
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.connector.catalog.{Identifier, StagedTable}
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.commands._
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

import io.deltaward.policy.FullName
import io.deltaward.spark.AlterPlans.{AlterColumns, AlterTableClusterBy}

/**
 * Finds the names of a table and an operation in the running statement, before Delta knows them.
 *
 * @param location the location of the table that the transaction writes; a thread can still hold a statement that started
 *                 none
 */
final class StatementNames(session: SparkSession, statement: LogicalPlan, location: Path) {

  /** Returns the name of the table that the statement creates or replaces. */
  def newTable: Option[FullName] = made.collect {
    case (catalog, name) if !isPath(name) =>
      FullName(catalog, name.namespace.mkString("."), name.name)
  }

  /** Returns the name that Delta will give the operation in the commit. */
  def operation: Option[String] =
    if (made.isEmpty && !tables.contains(location)) None
    else
      Some(statement).collect {
        case _: CreateTable => "CREATE TABLE"
        case _: CreateTableAsSelect => "CREATE TABLE AS SELECT"
        case replace: ReplaceTable => orCreate(replace.orCreate, "REPLACE TABLE")
        case replace: ReplaceTableAsSelect => orCreate(replace.orCreate, "REPLACE TABLE AS SELECT")
        case _: SetTableProperties | _: AlterTableSetPropertiesDeltaCommand => "SET TBLPROPERTIES"
        case _: UnsetTableProperties | _: AlterTableUnsetPropertiesDeltaCommand =>
          "UNSET TBLPROPERTIES"
        case _: AddColumns | _: AlterTableAddColumnsDeltaCommand => "ADD COLUMNS"
        case _: ReplaceColumns | _: AlterTableReplaceColumnsDeltaCommand => "REPLACE COLUMNS"
        case _: DropColumns | _: AlterTableDropColumnsDeltaCommand => "DROP COLUMNS"
        case _: RenameColumn => "RENAME COLUMN"
        case _: AlterColumns => "CHANGE COLUMNS"
        case _: AlterTableClusterBy | _: AlterTableClusterByDeltaCommand => "CLUSTER BY"
        case _: MergeIntoCommand => "MERGE"
        case _: UpdateCommand => "UPDATE"
        case Staged(relation) =>
          if (isThere(relation)) "REPLACE TABLE AS SELECT" else "CREATE TABLE AS SELECT"
        case _: V2WriteCommand => "WRITE"
      }

  private def orCreate(isThere: Boolean, operation: String): String =
    if (isThere) s"CREATE OR $operation" else operation

  private lazy val made: Option[(String, Identifier)] = (statement match {
    case create: V2CreateTablePlan =>
      Some(create.name).collect { case ResolvedIdentifier(catalog, name) =>
        (catalog.name, name, stated(create))
      }
    case Staged(relation) =>
      for (catalog <- relation.catalog; name <- relation.identifier)
        yield (catalog.name, name, Option(relation.table.properties.get("location")))
    case clone: CreateDeltaTableCommand =>
      val FullName(catalog, schema, table) = TablePlaces.nameOf(clone.table.identifier)
      val location = clone.table.storage.locationUri.map(_.toString)
      Some((catalog, Identifier.of(Array(schema), table), location))
    // CREATE TABLE LIKE, which has its own class since Spark 4.2, and any other command that creates a table by name.
    case other => other.children.headOption.collect { case ResolvedIdentifier(catalog, name) =>
        val location = other.productElementNames.zip(other.productIterator)
          .collectFirst { case ("location", Some(text: String)) => text }
        (catalog.name, name, location)
      }
  }).collect {
    case (catalog, name, stated) if (stated.map(at) ++ inCatalog(name)).exists(_ == location) =>
      catalog -> name
  }

  /** Matches the statement that `AS SELECT` runs to write the rows that it selects. */
  private object Staged {
    def unapply(plan: LogicalPlan): Option[DataSourceV2Relation] = Some(plan).collect {
      case write: V2WriteCommand => write.table
    }.collect {
      case relation: DataSourceV2Relation if relation.table.isInstanceOf[StagedTable] => relation
    }
  }

  private def stated(create: V2CreateTablePlan): Option[String] = create match {
    case create: CreateTable => create.tableSpec.location
    case create: CreateTableAsSelect => create.tableSpec.location
    case replace: ReplaceTable => replace.tableSpec.location
    case replace: ReplaceTableAsSelect => replace.tableSpec.location
    case _ => None
  }

  private def at(location: String): Path = qualified(new Path(location))

  /** Returns the table's path, or the path that a new table would get. An error here does not stop a commit. */
  private def inCatalog(name: Identifier): Option[Path] =
    if (isPath(name)) Some(at(name.name))
    else try
      id(name).map { id =>
        val uri =
          if (catalog.tableExists(id)) catalog.getTableMetadata(id).location
          else catalog.defaultTablePath(id)
        qualified(new Path(uri))
      }
    catch { case NonFatal(_) => None }

  /** Checks for a name such as ``delta.`/a/path` ``. */
  private def isPath(name: Identifier): Boolean =
    name.namespace.sameElements(Array("delta")) && new Path(name.name).isAbsolute

  private def isThere(relation: DataSourceV2Relation): Boolean =
    relation.identifier.flatMap(id).exists(catalog.tableExists)

  private def id(name: Identifier): Option[TableIdentifier] =
    Some(name.namespace).collect { case Array(schema) => TableIdentifier(name.name, Some(schema)) }

  private def catalog: SessionCatalog = here.sessionState.catalog

  private def qualified(path: Path): Path =
    path.getFileSystem(here.sessionState.newHadoopConf()).makeQualified(path)

  private def here: classic.SparkSession = session.asInstanceOf[classic.SparkSession]

  /** Returns the tables that the statement changes. A table that is named by its path has that path, as it was written. */
  private def tables: Seq[Path] = (statement match {
    case merge: MergeIntoCommand => Seq(merge.targetFileIndex.path)
    case update: UpdateCommand => Seq(update.tahoeFileIndex.path)
    case write: V2WriteCommand => in(write.table.asInstanceOf[Product])
    case alter => (alter +: alter.children).flatMap(in)
  }).map(qualified)

  private def in(node: Product): Seq[Path] =
    node.productIterator.collect { case table: DeltaTableV2 => table.path }.toSeq
}
