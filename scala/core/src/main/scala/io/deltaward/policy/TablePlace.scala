package io.deltaward.policy

/**
 * The name of a table in a catalog.
 *
 * @param schema with dots between its parts, where a catalog has several levels of them
 */
final case class FullName(catalog: String, schema: String, table: String) {
  override def toString: String = s"$catalog.$schema.$table"
}

/**
 * What the policies of a file can know a table by.
 *
 * @param names     none for a table that is written by its path, and that no catalog is known to have
 * @param locations its root, as [[Location]] writes it; two where the path to it has links
 */
final case class TablePlace(names: Seq[FullName], locations: Seq[String])

object TablePlace {

  /** No table in particular. */
  val nowhere: TablePlace = TablePlace(Nil, Nil)
}
