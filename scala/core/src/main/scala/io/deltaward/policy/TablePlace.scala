package io.deltaward.policy

/**
 * The name of a table in a catalog.
 *
 * @param schema schema name; a nested schema has dots between its parts
 */
final case class FullName(catalog: String, schema: String, table: String) {
  override def toString: String = s"$catalog.$schema.$table"
}

/**
 * The names and locations by which a policies file can match a table.
 *
 * @param names     names of the table; empty if a statement uses the path, and no catalog entry is known
 * @param locations root of the table, as [[Location]] writes it; several if the path has mounts or links
 */
final case class TablePlace(names: Seq[FullName], locations: Seq[String])

object TablePlace {

  /** A place without names and locations. No pattern matches it. */
  val nowhere: TablePlace = TablePlace(Nil, Nil)
}
