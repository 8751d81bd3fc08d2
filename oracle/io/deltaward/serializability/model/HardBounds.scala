package io.deltaward.serializability.model

/**
 * A column `u` that is generated from `x` and has its order, so that the model only knows `x`. Its statistics in files
 * say less than they seem to, or something else.
 *
 * @param sql       name of the type
 * @param generated expression that computes `u`
 */
sealed abstract class HardBounds(val sql: String, val generated: String) {

  def literal(x: Int): String

  /** Returns the same value by a call that Delta does not look into. Delta itself would skip files by such bounds. */
  def called(column: String): String
}

object HardBounds {

  /** Bytes that are not UTF-8, at the start or after as many characters as statistics hold. */
  case object Bytes extends HardBounds(
        "STRING",
        "CASE WHEN x < 1 THEN 'a' " +
          "WHEN x = 1 THEN concat(repeat('c', 32), CAST(X'F5' AS STRING)) " +
          "WHEN x = 2 THEN concat(repeat('c', 32), CAST(X'F8' AS STRING)) " +
          "WHEN x = 3 THEN CAST(X'FE' AS STRING) WHEN x = 4 THEN CAST(X'FE61' AS STRING) " +
          "WHEN x > 4 THEN concat(CAST(X'FF' AS STRING), lpad(CAST(x AS STRING), 9, '0')) END"
      ) {
    override def called(column: String): String = s"concat($column, '')"
    override def literal(x: Int): String = x match {
      case 0 => "'a'"
      case 1 => "concat(repeat('c', 32), CAST(X'F5' AS STRING))"
      case 2 => "concat(repeat('c', 32), CAST(X'F8' AS STRING))"
      case 3 => "CAST(X'FE' AS STRING)"
      case 4 => "CAST(X'FE61' AS STRING)"
      case _ => s"concat(CAST(X'FF' AS STRING), lpad('$x', 9, '0'))"
    }
  }

  /** Dates from the year -2019 on, each some 500 years after the one before. */
  case object Years extends HardBounds("DATE", "date_add(DATE '-2019-01-01', x * 182621)") {
    override def called(column: String): String = s"date_add($column, 0)"
    override def literal(x: Int): String = s"date_add(DATE '-2019-01-01', ${x * 182621})"
  }

  val all: Seq[HardBounds] = Seq(Bytes, Years)
}
