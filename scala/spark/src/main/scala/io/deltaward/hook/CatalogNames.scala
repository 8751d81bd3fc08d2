package io.deltaward.hook

import java.util.Locale

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.conf.Locations
import io.deltaward.policy.{FullName, TablePattern, TablePlace}

/**
 * The names that Spark's own catalog has for a location. It keeps no such list, so that the tables of every schema which
 * a pattern is about are looked through.
 */
final private[hook] class CatalogNames(session: SparkSession) {

  private val catalog = session.sessionState.catalog.externalCatalog

  /** @param locations of one table, as [[io.deltaward.policy.Location]] writes them */
  def of(locations: Seq[String], patterns: Seq[TablePattern.Named]): Seq[FullName] = {
    val here = patterns.filter(_.catalogGlob.matches(TablePlaces.SessionCatalog))
    for {
      schema <- if (here.isEmpty) Nil else catalog.listDatabases()
      if here.exists(_.schemaGlob.matches(schema.toLowerCase(Locale.ROOT)))
      name <- at(schema, here, locations)
    } yield name
  }

  private def at(
      schema: String,
      patterns: Seq[TablePattern.Named],
      locations: Seq[String]
  ): Seq[FullName] = {
    val asked = catalog.listTables(schema).filter { table =>
      val place = TablePlace(Seq(FullName(TablePlaces.SessionCatalog, schema, table)), Nil)
      patterns.exists(_.matches(place))
    }
    if (asked.isEmpty) Nil
    else
      catalog.getTablesByName(schema, asked).filter { table =>
        table.storage.locationUri.exists { uri =>
          Locations.of(new Path(uri), session.sessionState.newHadoopConf())
            .exists(locations.contains)
        }
      }.map(table => FullName(TablePlaces.SessionCatalog, schema, table.identifier.table))
  }
}
