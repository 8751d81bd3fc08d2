package io.deltaward.serializability.model

/**
 * A row of the table that histories work on.
 *
 * @param k     the partition, where the table has any
 * @param trail who wrote the row and who changed it since, in order: a lost update or one applied twice shows in it
 */
final case class Record(id: Long, k: Int, x: Option[Int], trail: String) {

  /** As a row of `VALUES`. */
  def sql: String = s"(${id}L, $k, ${x.fold("CAST(NULL AS INT)")(_.toString)}, '$trail')"
}

object Record {
  val Columns: Seq[String] = Seq("id", "k", "x", "trail")
  val Schema: String = "id BIGINT, k INT, x INT, trail STRING"

  implicit val ordering: Ordering[Record] = Ordering.by(r => (r.id, r.k, r.x, r.trail))

  def values(rows: Seq[Record]): String = rows.map(_.sql).mkString(", ")
}
