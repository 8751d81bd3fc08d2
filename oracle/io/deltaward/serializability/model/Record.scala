package io.deltaward.serializability.model

/**
 * A row of the table that histories work on.
 *
 * @param k     partition of the row, if the table has any; it may be missing
 * @param d     a DOUBLE as Java writes it, which tells apart zeros of both signs and NaN
 * @param trail writer of the row and of each change, in order; it shows a lost update, or one applied twice
 * @param late  value of a column that the table may get while statements run
 */
final case class Record(
    id: Long,
    k: Option[Int],
    x: Option[Int],
    trail: String,
    d: String = "0.0",
    late: Option[Int] = None
) {

  /** Returns the row for `VALUES`. */
  def sql: String = s"($first, $exactly)"

  /** Returns the row for `VALUES`, with DEFAULT for a default value. */
  def sql(columns: Columns): String =
    if (columns.default && d == Record.Default) s"($first, DEFAULT)" else sql

  /** Returns the values except `d`, which may have a default. */
  def first: String =
    s"${id}L, ${Record.int(k)}, ${Record.int(x)}, '$trail'"

  /** Returns the row for `VALUES`, with the column `late`. */
  def all: String = s"($first, $exactly, ${Record.int(late)})"

  private def exactly: String = s"DOUBLE('$d')"

  /** The value of a generated column `g`. */
  def generated: Option[Int] = for (key <- k; value <- x) yield key * 10 + value
}

object Record {

  /** The default of `d`, if it has one. */
  val Default = "0.5"

  val Columns: Seq[String] = Seq("id", "k", "x", "trail", "d")

  implicit val ordering: Ordering[Record] = Ordering.by(r => (r.id, r.k, r.x, r.trail, r.d, r.late))

  /** The columns, with `late`. */
  val AllColumns: Seq[String] = Columns :+ "late"

  private def int(value: Option[Int]): String = value.fold("CAST(NULL AS INT)")(_.toString)

  def values(rows: Seq[Record]): String = rows.map(_.sql).mkString(", ")
}
