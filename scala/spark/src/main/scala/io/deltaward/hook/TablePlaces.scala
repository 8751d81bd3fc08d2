package io.deltaward.hook

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable

import io.deltaward.conf.{ClusterPolicies, Locations}
import io.deltaward.policy.{FullName, PoliciesFile, TablePlace}

/** What the cluster's policies file can know a table by. Where there is no file, nobody asks. */
final class TablePlaces(session: SparkSession) {

  private val here = session.asInstanceOf[classic.SparkSession]

  /** @param location as it is, or as a statement names it */
  def of(location: Path, names: Seq[FullName]): TablePlace =
    TablePlace(names, Locations.of(location, here.sessionState.newHadoopConf()))

  def of(location: Path, entry: Option[CatalogTable]): TablePlace =
    of(location, entry.map(found => TablePlaces.nameOf(found.identifier)).toSeq)

  /** As [[of]] and [[named]]. */
  def at(location: Path, entry: Option[CatalogTable]): TablePlace = named(of(location, entry))

  /**
   * With the names that Spark's own catalog has for a table that is written by its path, as far as the file asks for
   * names. Other catalogs cannot be asked by location.
   */
  def named(place: TablePlace): TablePlace =
    if (place.names.nonEmpty) place
    else {
      val file: Option[PoliciesFile] = ClusterPolicies.of(session).flatMap(_.toOption)
      val patterns = file.toSeq.flatMap(_.names)
      place.copy(names = new CatalogNames(here).of(place.locations, patterns))
    }
}

object TablePlaces {

  /** As Spark calls its own catalog. */
  private[hook] val SessionCatalog = "spark_catalog"

  def nameOf(identifier: TableIdentifier): FullName = FullName(
    identifier.catalog.getOrElse(SessionCatalog),
    identifier.database.getOrElse("default"),
    identifier.table
  )
}
