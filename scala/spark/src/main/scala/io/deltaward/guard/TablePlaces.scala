package io.deltaward.guard

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable

import io.deltaward.files.{ClusterPolicies, Locations}
import io.deltaward.policy.{FullName, TablePattern, TablePlace}

/**
 * What the cluster's policies file can know a table by. Where there is no file, nobody asks.
 *
 * @param conf with which the table is reached; by default that of the session
 */
final class TablePlaces(session: SparkSession, conf: Option[Configuration] = None) {

  private val here = session.asInstanceOf[classic.SparkSession]

  /** @param location as it is, or as a statement names it */
  def of(location: Path, names: Seq[FullName]): TablePlace =
    TablePlace(names, Locations.of(location, conf.getOrElse(here.sessionState.newHadoopConf())))

  def of(location: Path, entry: Option[CatalogTable]): TablePlace =
    of(location, entry.map(found => TablePlaces.nameOf(found.identifier)).toSeq)

  /** As [[of]] and [[named]]. */
  def at(location: Path, entry: Option[CatalogTable]): TablePlace = named(of(location, entry))

  /**
   * With all names that Spark's own catalog has for the place, as far as the file asks for names: a second name takes no
   * policy off. Other catalogs cannot be asked by location.
   */
  def named(place: TablePlace): TablePlace =
    place.copy(names = (place.names ++ catalogNames.of(place.locations, patterns)).distinct)

  /** The same for many tables, by location. */
  def names: Map[String, Seq[FullName]] = catalogNames.byLocation(patterns)

  private def patterns: Seq[TablePattern.Named] =
    ClusterPolicies.of(session).flatMap(_.toOption).toSeq.flatMap(_.names)

  private def catalogNames = new CatalogNames(here)
}

object TablePlaces {

  /** As Spark calls its own catalog. */
  private[guard] val SessionCatalog = "spark_catalog"

  def nameOf(identifier: TableIdentifier): FullName = FullName(
    identifier.catalog.getOrElse(SessionCatalog),
    identifier.database.getOrElse("default"),
    identifier.table
  )
}
