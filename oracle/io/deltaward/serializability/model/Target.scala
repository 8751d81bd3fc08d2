package io.deltaward.serializability.model

/**
 * The table that statements are written for.
 *
 * @param name       name of the table in SQL
 * @param link       the same table by a symbolic link
 * @param path       path of the table, for functions that take no name
 * @param columns    columns of the table besides those of [[Record]]
 * @param changeFeed whether it has a change data feed from version 1 on
 */
final case class Target(
    name: String,
    link: String,
    path: String,
    columns: Columns,
    changeFeed: Boolean
) {

  /** All Parquet files in its folder and one level below, even if the table no longer uses them. */
  def parquet: String = s"parquet.`$path/{*.parquet,*/*.parquet}`"

  /** Returns the name of another table, which belongs to the writer. */
  def quoteBeside(writer: String): String = s"delta.`${pathBeside(writer)}`"

  def pathBeside(writer: String): String = s"${path}_of_$writer"

  /** Returns a view name that only statements on this table use, because all sessions share the cache. */
  def view(writer: String): String =
    s"${writer}_of_${path.map(c => if (c.isLetterOrDigit) c else '_')}"
}

object Target {

  /** Returns the table as reports name it. */
  def shown(columns: Columns, changeFeed: Boolean): Target =
    Target("t", "link_to_t", "t", columns, changeFeed)
}
