package io.deltaward.guard

import java.util.Locale

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.files.Locations
import io.deltaward.policy.{FullName, TablePattern, TablePlace}

/**
 * The names that Spark's own catalog has for a location. It keeps no such list, so that the tables of every schema which
 * a pattern is about are looked through.
 */
final private[guard] class CatalogNames(session: SparkSession) {

  private val catalog = session.sessionState.catalog.externalCatalog

  /** @param locations of one table, as [[io.deltaward.policy.Location]] writes them */
  def of(locations: Seq[String], patterns: Seq[TablePattern.Named]): Seq[FullName] =
    located(patterns).collect {
      case (name, places) if places.exists(locations.contains) => name
    }

  /** Of all tables that the patterns are about, by location. */
  def byLocation(patterns: Seq[TablePattern.Named]): Map[String, Seq[FullName]] =
    located(patterns)
      .flatMap { case (name, places) => places.map(_ -> name) }
      .groupMap(_._1)(_._2)

  private def located(patterns: Seq[TablePattern.Named]): Seq[(FullName, Seq[String])] = {
    val here = patterns.filter(_.catalogGlob.matches(TablePlaces.SessionCatalog))
    for {
      schema <- if (here.isEmpty) Nil else catalog.listDatabases()
      if here.exists(_.schemaGlob.matches(schema.toLowerCase(Locale.ROOT)))
      found <- in(schema, here)
    } yield found
  }

  private def in(
      schema: String,
      patterns: Seq[TablePattern.Named]
  ): Seq[(FullName, Seq[String])] = {
    val asked = catalog.listTables(schema).filter { table =>
      val place = TablePlace(Seq(FullName(TablePlaces.SessionCatalog, schema, table)), Nil)
      patterns.exists(_.matches(place))
    }
    val tables = if (asked.isEmpty) Nil else catalog.getTablesByName(schema, asked)
    for {
      table <- tables
      uri <- table.storage.locationUri
    } yield FullName(TablePlaces.SessionCatalog, schema, table.identifier.table) ->
      Locations.of(new Path(uri), session.sessionState.newHadoopConf())
  }
}
