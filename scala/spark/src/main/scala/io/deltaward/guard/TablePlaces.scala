package io.deltaward.guard

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable

import io.deltaward.files.{ClusterPolicies, Locations}
import io.deltaward.policy.{FullName, TablePattern, TablePlace}

/**
 * Finds what the cluster's policies file can match a table by. Used only if there is such a file.
 *
 * @param conf the configuration that reaches the table; by default the session's
 */
final class TablePlaces(session: SparkSession, conf: Option[Configuration] = None) {

  private val here = session.asInstanceOf[classic.SparkSession]

  /**
   * Returns what the file can match a table by.
   *
   * @param location the location, as it is or as a statement names it
   */
  def describe(location: Path, names: Seq[FullName]): TablePlace =
    TablePlace(
      names,
      Locations.spellings(location, conf.getOrElse(here.sessionState.newHadoopConf()))
    )

  def describe(location: Path, entry: Option[CatalogTable]): TablePlace =
    describe(location, entry.map(found => TablePlaces.nameOf(found.identifier)).toSeq)

  /** Returns the result of [[describe]] with the names that [[named]] adds. */
  def find(location: Path, entry: Option[CatalogTable]): TablePlace =
    named(describe(location, entry))

  /**
   * Adds all names that Spark's own catalog has for the place, if the file asks for names. So a second name cannot evade a
   * policy. Other catalogs cannot be searched by location.
   */
  def named(place: TablePlace): TablePlace =
    place.copy(names = (place.names ++ catalogNames.find(place.locations, patterns)).distinct)

  /** Returns the names in Spark's own catalog for many tables, by location. */
  def names: Map[String, Seq[FullName]] = catalogNames.byLocation(patterns)

  private def patterns: Seq[TablePattern.Named] =
    ClusterPolicies.forSession(session).flatMap(_.toOption).toSeq.flatMap(_.names)

  private def catalogNames = new CatalogNames(here)
}

object TablePlaces {

  def nameOf(identifier: TableIdentifier): FullName = FullName(
    identifier.catalog.getOrElse(CatalogNames.Session),
    identifier.database.getOrElse("default"),
    identifier.table
  )
}
