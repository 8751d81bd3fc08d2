package io.deltaward.tables

import org.apache.spark.sql.catalyst.util.quoteIfNeeded

/** A table as a statement names it. */
sealed trait TableName {

  /** Returns the name for messages and statements, in a form that SQL accepts. */
  def quoted: String
}

object TableName {

  /** `'/data/orders'` */
  final case class Path(path: String) extends TableName {
    override def quoted: String = s"delta.`${path.replace("`", "``")}`"
  }

  /** `sales.orders`, or ``delta.`/data/orders` `` */
  final case class Parts(parts: Seq[String]) extends TableName {
    override def quoted: String = parts.map(quoteIfNeeded).mkString(".")
  }
}
