package io.deltaward.serializability.model

/**
 * The type of a partition column. Each type except the first has its own column `p`, generated from `k`, so that the
 * model only knows `k`.
 *
 * @param sql       name of the type
 * @param generated expression that computes the column from `k`
 */
sealed abstract class PartitionType(val column: String, val sql: String, val generated: String) {

  def literal(k: Int): String

  /** Returns the texts that a log may have for the value. The first is Spark's. */
  def texts(k: Int): Seq[String]

  /** Returns the `k` that a text in the log means. Fails if the text is no value of the type. */
  def k(text: String): Int
}

object PartitionType {

  case object Ints extends PartitionType("k", "INT", "k") {
    override def literal(k: Int): String = s"$k"
    override def texts(k: Int): Seq[String] = Seq(s"$k", s"0$k")
    override def k(text: String): Int = text.toInt
  }

  /** Days from 2024-01-01 on, at midnight in UTC. */
  case object Timestamps
      extends PartitionType("p", "TIMESTAMP", "CAST(1704067200 + k * 86400 AS TIMESTAMP)") {
    override def literal(k: Int): String = s"TIMESTAMP '${day(k)}T00:00:00Z'"

    /** Returns one text with a time zone. Each session reads the others in its own time zone. */
    override def texts(k: Int): Seq[String] =
      Seq(s"${day(k)}T00:00:00.000000Z", s"${day(k)} 00:00:00", s"${day(k)} 00:00:00.000000")

    override def k(text: String): Int = dayOf(text) match {
      case (k, "T00:00:00.000000Z" | " 00:00:00" | " 00:00:00.000000") => k
      case _ => throw new IllegalArgumentException(text)
    }
  }

  case object Dates extends PartitionType("p", "DATE", "date_add(DATE '2024-01-01', k)") {
    override def literal(k: Int): String = s"DATE '${day(k)}'"
    override def texts(k: Int): Seq[String] = Seq(day(k))
    override def k(text: String): Int = dayOf(text)._1
  }

  case object Doubles extends PartitionType("p", "DOUBLE", "CAST(k AS DOUBLE)") {
    override def literal(k: Int): String = s"${k}D"
    override def texts(k: Int): Seq[String] = Seq(s"$k.0", s"$k", s"$k.00", s"${k}E0")
    override def k(text: String): Int = BigDecimal(text).toIntExact
  }

  case object Decimals extends PartitionType("p", "DECIMAL(10,2)", "CAST(k AS DECIMAL(10,2))") {
    override def literal(k: Int): String = s"$k.00"
    override def texts(k: Int): Seq[String] = Seq(s"$k.00", s"$k", s"$k.0")
    override def k(text: String): Int = BigDecimal(text).toIntExact
  }

  case object Strings extends PartitionType("p", "STRING", "concat('p', CAST(k AS STRING))") {
    override def literal(k: Int): String = s"'p$k'"
    override def texts(k: Int): Seq[String] = Seq(s"p$k")
    override def k(text: String): Int = text.stripPrefix("p").toInt
  }

  val all: Seq[PartitionType] = Seq(Ints, Timestamps, Dates, Doubles, Decimals, Strings)

  private def day(k: Int): String = java.time.LocalDate.of(2024, 1, 1).plusDays(k.toLong).toString

  private def dayOf(text: String): (Int, String) = {
    val (date, rest) = text.splitAt(10)
    (java.time.LocalDate.parse(date).getDayOfYear - 1, rest)
  }
}
