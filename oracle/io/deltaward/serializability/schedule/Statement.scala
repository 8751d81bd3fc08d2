package io.deltaward.serializability.schedule

import org.apache.spark.sql.{Row, SparkSession}

/**
 * A statement that writes to a table, with the text that a report shows.
 *
 * @param before statements that the same session runs first
 * @param after  statements that it runs afterwards, even if the statement fails
 */
final case class Statement(text: String, before: Seq[String] = Nil, after: Seq[String] = Nil) {

  /** @param held runs the statement itself */
  def run(session: SparkSession)(held: (=> Seq[Row]) => Seq[Row]): Seq[Row] = {
    def all(statements: Seq[String]): Unit = statements.foreach(session.sql(_).collect(): Unit)
    all(before)
    try held(session.sql(text).collect().toSeq)
    finally all(after)
  }
}
