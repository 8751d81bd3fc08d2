package io.deltaward.serializability.model

import org.apache.spark.SPARK_VERSION

/**
 * INSERT OVERWRITE of the whole table, or of the rows that a condition selects.
 *
 * @param rows  new rows, each of which satisfies the condition
 * @param where condition on columns alone
 */
final case class Overwrite(rows: Seq[Record], where: Option[RowCondition] = None) extends Op {

  override def apply(contents: Bag): Effect = {
    val left = where.toSeq.flatMap(gone => contents.rows.filterNot(gone.holds))
    Effect(contents.withRows(left ++ rows), None)
  }

  override def sql(table: Target): String = where.fold(
    s"INSERT OVERWRITE TABLE ${table.name} (${Record.Columns.mkString(", ")}) " +
      s"SELECT /*+ COALESCE(1) */ * FROM VALUES ${Record.values(rows)}"
  )(gone =>
    s"INSERT INTO ${table.name} BY NAME REPLACE WHERE ${unqualified(gone.sql(table.columns))} " +
      s"SELECT * FROM VALUES ${Record.values(rows)} AS v(${Record.Columns.mkString(", ")})"
  )

  /** Removes the alias of the table, since an overwritten table has none. */
  private def unqualified(sql: String): String = sql.replaceAll("\\bt\\.", "")
}

object Overwrite {

  /** True if Spark accepts REPLACE WHERE with BY NAME. Spark 4.1 matches columns only by position. */
  val takesNames: Boolean = SPARK_VERSION >= "4.2"
}
