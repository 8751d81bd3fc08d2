package io.deltaward.serializability.schedule

import org.apache.spark.sql.{Row, SparkSession}

/** Something that writes to a table, and the words in which a report shows it. */
final case class Statement(text: String)(val run: SparkSession => Seq[Row])

object Statement {

  def sql(text: String): Statement = Statement(text)(_.sql(text).collect().toSeq)
}
