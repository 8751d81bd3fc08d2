package io.deltaward.serializability.schedule

import org.apache.spark.sql.{Row, SparkSession}

/**
 * A statement that writes to a table, in the words in which a report shows it.
 *
 * @param before statements of the same session that go before it, `after` those that follow, whatever becomes of it
 */
final case class Statement(text: String, before: Seq[String] = Nil, after: Seq[String] = Nil) {

  /** @param held what runs the statement itself */
  def run(session: SparkSession)(held: (=> Seq[Row]) => Seq[Row]): Seq[Row] = {
    def all(statements: Seq[String]): Unit = statements.foreach(session.sql(_).collect(): Unit)
    all(before)
    try held(session.sql(text).collect().toSeq)
    finally all(after)
  }
}
