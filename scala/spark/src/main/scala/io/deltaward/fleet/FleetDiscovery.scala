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

import io.deltaward.errors.Errors
import io.deltaward.guard.TablePlaces
import io.deltaward.log.LogProblem
import io.deltaward.storage.FileSystemFailure
import io.deltaward.tables.{TableName, TableResolver}

/**
 * Where the tables of a fleet are: names are looked up on the driver, directories are listed in tasks.
 *
 * @param limit milliseconds that the listing of one directory may take
 */
final class FleetDiscovery(
    session: SparkSession,
    conf: Broadcast[SerializableConfiguration],
    limit: Long
) {

  /**
   * @throws org.apache.spark.sql.AnalysisException `PATH_NOT_FOUND`, `SCHEMA_NOT_FOUND`, `CATALOG_NOT_FOUND`, Spark's own
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_NOT_A_DELTA_TABLE`, `DELTAWARD_TABLE_NOT_READABLE`
   */
  def places(fleet: Fleet): Seq[Place] = fleet match {
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

  /** As it is written, where that says where it is. */
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
        // S3A says of the root of any bucket that it is a directory, also where there is no such bucket.
        if (isDirectory) files.listStatusIterator(root).hasNext
        root -> isDirectory
      } catch {
        case _: FileNotFoundException =>
          throw new AnalysisException("PATH_NOT_FOUND", Map("path" -> text))
        case NonFatal(e) =>
          val problem = LogProblem.NotReadable(text, FileSystemFailure.text(e))
          throw Errors.notReadable(problem, table)
      }
    // Neither has tables below it, and no answer would look as if all were well.
    if (!isDirectory || root.getName == "_delta_log")
      throw Errors.notDelta("NO_DIRECTORY", table)
    root
  }

  /**
   * Goes down level by level, until there is enough to divide among the tasks that read: they go on from there. What a level
   * holds is known to the driver, so that a level is no longer than that by much.
   */
  private def spread(done: Seq[Place], open: Seq[Place]): Seq[Place] =
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
      throw new AnalysisException(
        "CATALOG_NOT_FOUND",
        Map("catalogName" -> s"`$name`", "config" -> s"\"spark.sql.catalog.$name\"")
      )
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

  private def inSchema(catalog: TableCatalog, schema: Array[String]): Seq[Place] =
    // Spark's own catalog lists temporary views along, which can have the name of a table.
    catalog.listTables(schema).toSeq.map(_.name).distinct.sorted
      .map(table => place(TableName.Parts((catalog.name +: schema.toSeq) :+ table)))
      .filterNot(FleetDiscovery.isPassedOver)

  /** A table can be named in several ways. */
  private def whereabouts(place: Place): String = place.kind match {
    case _: Place.Nowhere => place.quoted
    case _ =>
      val path = new Path(place.path)
      Try(path.getFileSystem(conf.value.value).makeQualified(path)).getOrElse(path).toString
  }

  private def place(table: TableName): Place = {
    def nowhere(condition: Option[String], cause: Throwable) =
      Place(
        Some(table.quoted),
        table.quoted,
        "",
        Place.Nowhere(condition, cause.getMessage)
      )
    try {
      val found = resolver.resolve(table)
      val names = found.entry.map(entry => TablePlaces.nameOf(entry.identifier)).toSeq
      Place(found.name, found.quoted, found.location.toString, Place.Table, names)
    } catch {
      case error: SparkThrowable with Throwable => nowhere(Option(error.getCondition), error)
      case NonFatal(error) => nowhere(None, error)
    }
  }
}

object FleetDiscovery {

  /** So many directories are enough to divide among tasks. */
  private val Enough = 1000

  def directory(path: Path): Place =
    Place(None, TableName.Path(path.toString).quoted, path.toString, Place.Directory)

  /** Several tasks a core, since tables differ in what it takes to read them. */
  def slices(session: SparkSession, places: Int): Int =
    places.min(session.sparkContext.defaultParallelism * 4).max(1)

  private val others =
    Seq("VIEW", "TEMPORARY_VIEW", "OTHER_FORMAT").map("DELTAWARD_NOT_A_DELTA_TABLE." + _).toSet +
      "TABLE_OR_VIEW_NOT_FOUND"

  /** A view that a catalog lists, or a table of another format; or what was dropped in the meantime. */
  private def isPassedOver(place: Place): Boolean = place.kind match {
    case Place.Nowhere(condition, _) => condition.exists(others)
    case _ => false
  }

  /** One level down; or the place itself, where it is a table, or for the reader to say why it cannot be listed. */
  private def below(
      place: Place,
      conf: SerializableConfiguration,
      limit: Long
  ): Either[Place, Seq[Place]] = {
    val directories = new Directories(conf.value)
    val path = new Path(place.path)
    try
      TimeLimit.within(limit) {
        if (directories.isTable(path)) Left(place.copy(kind = Place.Table))
        else Right(directories.in(path).map(directory))
      }.getOrElse(Left(place))
    catch { case NonFatal(_) => Left(place) }
  }
}
