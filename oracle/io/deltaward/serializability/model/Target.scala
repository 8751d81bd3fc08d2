package io.deltaward.serializability.model

/**
 * The table that statements are written for.
 *
 * @param name       as SQL names it
 * @param link       the same table by a symbolic link
 * @param path       of the table, for functions that take no name
 * @param columns    what it has besides those of [[Record]]
 * @param changeFeed whether it has one from version 1 on
 */
final case class Target(
    name: String,
    link: String,
    path: String,
    columns: Columns,
    changeFeed: Boolean
) {

  /** All of its Parquet files, whether they are of the table any more or not, but for one partition in another. */
  def parquet: String = s"parquet.`$path/{*.parquet,*/*.parquet}`"

  /** Another table of this writer's. */
  def beside(writer: String): String = s"delta.`${pathBeside(writer)}`"

  def pathBeside(writer: String): String = s"${path}_of_$writer"

  /** A name that no other table's statements use, for a view that all sessions would share in their cache. */
  def view(writer: String): String =
    s"${writer}_of_${path.map(c => if (c.isLetterOrDigit) c else '_')}"
}

object Target {

  /** As a report names it. */
  def shown(columns: Columns, changeFeed: Boolean): Target =
    Target("t", "link_to_t", "t", columns, changeFeed)
}
