package io.deltaward.serializability.model

import org.apache.spark.SPARK_VERSION

/**
 * INSERT OVERWRITE of the whole table, or of what a condition selects.
 *
 * @param rows  that come; each of them satisfies the condition
 * @param where on columns alone
 */
final case class Overwrite(rows: Seq[Record], where: Option[Condition] = None) extends Op {

  override def apply(contents: Bag): Effect = {
    val left = where.toSeq.flatMap(gone => contents.rows.filterNot(gone.holds))
    Effect(contents.of(left ++ rows), None)
  }

  override def sql(table: Target): String = where.fold(
    s"INSERT OVERWRITE TABLE ${table.name} (${Record.Columns.mkString(", ")}) " +
      s"SELECT /*+ COALESCE(1) */ * FROM VALUES ${Record.values(rows)}"
  )(gone =>
    s"INSERT INTO ${table.name} BY NAME REPLACE WHERE ${unqualified(gone.sql(table.columns))} " +
      s"SELECT * FROM VALUES ${Record.values(rows)} AS v(${Record.Columns.mkString(", ")})"
  )

  /** What is replaced has no alias. */
  private def unqualified(sql: String): String = sql.replaceAll("\\bt\\.", "")
}

object Overwrite {

  /** Whether what a condition selects is replaced by columns of the same names. Spark 4.1 takes them in their order alone. */
  val takesNames: Boolean = SPARK_VERSION >= "4.2"
}
