package io.deltaward.guard

import java.util.Locale

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.files.Locations
import io.deltaward.policy.{FullName, TablePattern, TablePlace}

/**
 * Finds the names that Spark's own catalog has for a location. The catalog has no index of locations. So this searches the
 * tables of every schema that a pattern covers.
 */
final private[guard] class CatalogNames(session: SparkSession) {

  private val catalog = session.sessionState.catalog.externalCatalog

  /**
   * Returns the names of one table.
   *
   * @param locations the table's locations, as [[io.deltaward.policy.Location]] writes them
   */
  def find(locations: Seq[String], patterns: Seq[TablePattern.Named]): Seq[FullName] =
    located(patterns).collect {
      case (name, places) if places.exists(locations.contains) => name
    }

  /** Returns the names of all tables that the patterns cover, by location. */
  def byLocation(patterns: Seq[TablePattern.Named]): Map[String, Seq[FullName]] =
    located(patterns)
      .flatMap { case (name, places) => places.map(_ -> name) }
      .groupMap(_._1)(_._2)

  private def located(patterns: Seq[TablePattern.Named]): Seq[(FullName, Seq[String])] = {
    val here = patterns.filter(_.catalogGlob.matches(CatalogNames.Session))
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
      val place = TablePlace(Seq(FullName(CatalogNames.Session, schema, table)), Nil)
      patterns.exists(_.matches(place))
    }
    val tables = if (asked.isEmpty) Nil else catalog.getTablesByName(schema, asked)
    for {
      table <- tables
      uri <- table.storage.locationUri
    } yield FullName(CatalogNames.Session, schema, table.identifier.table) ->
      Locations.spellings(new Path(uri), session.sessionState.newHadoopConf())
  }
}

private[guard] object CatalogNames {

  /** The name of Spark's own catalog. */
  val Session = "spark_catalog"
}
