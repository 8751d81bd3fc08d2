package io.deltaward.fleet

import java.io.FileNotFoundException

import scala.util.Try
import scala.util.control.NonFatal

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.connector.catalog.{SupportsNamespaces, TableCatalog}
import org.apache.spark.util.SerializableConfiguration

import io.deltaward.errors.{ErrorCondition, Errors}
import io.deltaward.guard.TablePlaces
import io.deltaward.log.LogProblem
import io.deltaward.spark.MissingCatalog
import io.deltaward.storage.FileSystemFailure
import io.deltaward.tables.{TableName, TableResolver}

/**
 * Finds the tables of a fleet. It looks names up on the driver, and lists directories in tasks.
 *
 * @param limit maximum time for listing one directory, in milliseconds
 */
final class FleetDiscovery(
    session: SparkSession,
    conf: Broadcast[SerializableConfiguration],
    limit: Long
) {

  /**
   * Returns the places of a fleet. A place can also be a directory, in which the reading task continues the search.
   *
   * @throws org.apache.spark.sql.AnalysisException `PATH_NOT_FOUND`, `SCHEMA_NOT_FOUND`, `CATALOG_NOT_FOUND` (of Spark 4)
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_NOT_A_DELTA_TABLE`, `DELTAWARD_TABLE_NOT_READABLE`
   */
  def places(fleet: Fleet): Seq[FleetPlace] = fleet match {
    case Fleet.InPath(path) => spread(Nil, Seq(FleetDiscovery.directory(root(path))))
    case Fleet.InSchema(parts) =>
      val catalogs = session.sessionState.catalogManager
      if (parts.size > 1 && catalogs.isCatalogRegistered(parts.head))
        inSchema(catalog(parts.head), parts.tail.toArray)
      else inSchema(catalog(catalogs.currentCatalog.name), parts.toArray)
    case Fleet.InCatalog(name) =>
      val found = catalog(name)
      schemas(found, Array.empty).flatMap(inSchema(found, _))
    case Fleet.Named(tables) => tables.map(place).distinctBy(whereabouts)
  }

  private val resolver = new TableResolver(session)

  /** Returns the root directory, as the user wrote it if it is absolute. */
  private def root(text: String): Path = {
    val table = TableName.Path(text).quoted
    val path =
      try new Path(text)
      catch {
        case e: IllegalArgumentException =>
          throw Errors.notDelta("NOT_A_PATH", table, "cause" -> e.getMessage)
      }
    val (root, isDirectory) =
      try {
        val files = path.getFileSystem(conf.value.value)
        val root = if (path.isAbsolute) path else files.makeQualified(path)
        val isDirectory = files.getFileStatus(root).isDirectory
        // S3A reports the root of any bucket as a directory, even if the bucket does not exist. Listing it tells.
        if (isDirectory) files.listStatusIterator(root).hasNext
        root -> isDirectory
      } catch {
        case _: FileNotFoundException =>
          throw new AnalysisException("PATH_NOT_FOUND", Map("path" -> text))
        case NonFatal(e) =>
          val problem = LogProblem.NotReadable(text, FileSystemFailure.text(e))
          throw Errors.notReadable(problem, table)
      }
    // Neither can hold tables, and an empty answer would look as if all were well.
    if (!isDirectory || root.getName == "_delta_log")
      throw Errors.notDelta("NO_DIRECTORY", table)
    root
  }

  /**
   * Lists directories level by level, until there are enough to divide among the reading tasks, which continue from there.
   * The driver holds each level, so the search stops soon after that number.
   */
  private def spread(done: Seq[FleetPlace], open: Seq[FleetPlace]): Seq[FleetPlace] =
    if (open.isEmpty || done.size + open.size >= FleetDiscovery.Enough) done ++ open
    else {
      val (hadoop, time) = (conf, limit)
      val (ended, below) = session.sparkContext
        .parallelize(open, FleetDiscovery.slices(session, open.size))
        .map(FleetDiscovery.below(_, hadoop.value, time))
        .collect().toSeq.partitionMap(identity)
      spread(done ++ ended, below.flatten)
    }

  private def catalog(name: String): TableCatalog = {
    val catalogs = session.sessionState.catalogManager
    if (!catalogs.isCatalogRegistered(name))
      throw MissingCatalog.error(name)
    catalogs.catalog(name) match {
      case tables: TableCatalog => tables
      case other =>
        throw new AnalysisException(
          "UNSUPPORTED_FEATURE.CATALOG_OPERATION",
          Map("catalogName" -> s"`${other.name}`", "operation" -> "tables")
        )
    }
  }

  private def schemas(catalog: TableCatalog, above: Array[String]): Seq[Array[String]] =
    catalog match {
      case spaces: SupportsNamespaces =>
        val found =
          if (above.isEmpty) spaces.listNamespaces() else spaces.listNamespaces(above)
        found.toSeq.flatMap(schema => schema +: schemas(catalog, schema))
      case _ => Seq(Array.empty)
    }

  private def inSchema(catalog: TableCatalog, schema: Array[String]): Seq[FleetPlace] =
    // Spark's own catalog also lists temporary views, which can have the name of a table.
    catalog.listTables(schema).toSeq.map(_.name).distinct.sorted
      .map(table => place(TableName.Parts((catalog.name +: schema.toSeq) :+ table)))
      .filterNot(FleetDiscovery.isPassedOver)

  /** Returns a key that is equal for all names of one table. */
  private def whereabouts(place: FleetPlace): String = place.kind match {
    case _: FleetPlace.Nowhere => place.quoted
    case _ =>
      val path = new Path(place.path)
      Try(path.getFileSystem(conf.value.value).makeQualified(path)).getOrElse(path).toString
  }

  private def place(table: TableName): FleetPlace = {
    def nowhere(condition: Option[String], cause: Throwable) =
      FleetPlace(
        Some(table.quoted),
        table.quoted,
        "",
        FleetPlace.Nowhere(condition, cause.getMessage)
      )
    try {
      val found = resolver.resolve(table)
      val names = found.entry.map(entry => TablePlaces.nameOf(entry.identifier)).toSeq
      FleetPlace(found.name, found.quoted, found.location.toString, FleetPlace.Table, names)
    } catch {
      case error: SparkThrowable with Throwable => nowhere(Option(ErrorCondition.of(error)), error)
      case NonFatal(error) => nowhere(None, error)
    }
  }
}

object FleetDiscovery {

  /** The number of directories that is enough to divide among tasks. */
  private val Enough = 1000

  def directory(path: Path): FleetPlace =
    FleetPlace(None, TableName.Path(path.toString).quoted, path.toString, FleetPlace.Directory)

  /** Returns the number of tasks: several per core, since tables take different times to read. */
  def slices(session: SparkSession, places: Int): Int =
    places.min(session.sparkContext.defaultParallelism * 4).max(1)

  private val others =
    Seq("VIEW", "TEMPORARY_VIEW", "OTHER_FORMAT").map("DELTAWARD_NOT_A_DELTA_TABLE." + _).toSet +
      "TABLE_OR_VIEW_NOT_FOUND"

  /** Checks for views, tables of other formats, and tables dropped since the catalog listed them. */
  private def isPassedOver(place: FleetPlace): Boolean = place.kind match {
    case FleetPlace.Nowhere(condition, _) => condition.exists(others)
    case _ => false
  }

  /**
   * Returns the directories in a place. Returns the place itself if it is a table, or if it cannot be listed: the reader
   * then reports why.
   */
  private def below(
      place: FleetPlace,
      conf: SerializableConfiguration,
      limit: Long
  ): Either[FleetPlace, Seq[FleetPlace]] = {
    val directories = new Directories(conf.value)
    val path = new Path(place.path)
    try
      TimeLimit.run(limit) {
        if (directories.isTable(path)) Left(place.copy(kind = FleetPlace.Table))
        else Right(directories.listIn(path).map(directory))
      }.getOrElse(Left(place))
    catch { case NonFatal(_) => Left(place) }
  }
}
