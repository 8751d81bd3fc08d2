package io.deltaward.serializability.model

/**
 * A row of the table that histories work on.
 *
 * @param k     the partition, where the table has any; a partition may be without a value
 * @param d     a DOUBLE as Java writes it: zeros of both signs and NaN are told apart
 * @param trail who wrote the row and who changed it since, in order: a lost update or one applied twice shows in it
 * @param late  of a column that the table may get while statements run
 */
final case class Record(
    id: Long,
    k: Option[Int],
    x: Option[Int],
    trail: String,
    d: String = "0.0",
    late: Option[Int] = None
) {

  /** As a row of `VALUES`. */
  def sql: String = s"($first, $exactly)"

  /** The same, where what a column has by default is left to it. */
  def sql(columns: Columns): String =
    if (columns.default && d == Record.Default) s"($first, DEFAULT)" else sql

  /** Without the column that has a default. */
  def first: String =
    s"${id}L, ${Record.int(k)}, ${Record.int(x)}, '$trail'"

  /** With the column that comes late. */
  def all: String = s"($first, $exactly, ${Record.int(late)})"

  private def exactly: String = s"DOUBLE('$d')"

  /** What a generated column `g` holds. */
  def generated: Option[Int] = k.zip(x).map { case (k, x) => k * 10 + x }
}

object Record {

  /** What a column `d` that has a default has by it. */
  val Default = "0.5"

  val Columns: Seq[String] = Seq("id", "k", "x", "trail", "d")

  implicit val ordering: Ordering[Record] = Ordering.by(r => (r.id, r.k, r.x, r.trail, r.d, r.late))

  /** With the column that comes late. */
  val AllColumns: Seq[String] = Columns :+ "late"

  private def int(value: Option[Int]): String = value.fold("CAST(NULL AS INT)")(_.toString)

  def values(rows: Seq[Record]): String = rows.map(_.sql).mkString(", ")
}
