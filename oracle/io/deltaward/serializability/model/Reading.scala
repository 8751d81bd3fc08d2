package io.deltaward.serializability.model

/** A way for an INSERT to read the table that it writes. */
sealed abstract class Reading(val isRecorded: Boolean) {

  /** What is read of the table, as `t`. */
  def sql(table: Target, writer: String): String

  def rows(contents: Seq[Record]): Seq[Record] = contents

  /** What makes it readable in this way, and undoes that. */
  def before(table: Target, writer: String): Seq[String] = Nil
  def after(table: Target, writer: String): Seq[String] = Nil
}

object Reading {

  case object Direct extends Reading(isRecorded = true) {
    override def sql(table: Target, writer: String): String = s"${table.name} AS t"
  }

  /** Each row as often as there are rows with its id. */
  case object SelfJoin extends Reading(isRecorded = true) {
    override def sql(table: Target, writer: String): String =
      s"${table.name} AS t JOIN ${table.name} AS other ON t.id = other.id"

    override def rows(contents: Seq[Record]): Seq[Record] = {
      val alike = contents.groupMapReduce(_.id)(_ => 1)(_ + _)
      contents.flatMap(row => Seq.fill(alike(row.id))(row))
    }
  }

  case object Link extends Reading(isRecorded = false) {
    override def sql(table: Target, writer: String): String = s"${table.link} AS t"
  }

  /**
   * Rows that are in Spark's cache when the statement begins. The cache is everybody's, but nobody else's plan is this
   * one.
   */
  sealed abstract class Cached extends Reading(isRecorded = false) {

    protected def plan(table: Target, writer: String): String =
      s"SELECT * FROM ${table.name} WHERE trail <> 'only $writer reads this'"

    override def before(table: Target, writer: String): Seq[String] =
      Seq(s"CACHE TABLE ${table.view(writer)} AS ${plan(table, writer)}")

    override def after(table: Target, writer: String): Seq[String] =
      Seq(s"UNCACHE TABLE ${table.view(writer)}", s"DROP VIEW ${table.view(writer)}")
  }

  case object CachedView extends Cached {
    override def sql(table: Target, writer: String): String = s"${table.view(writer)} AS t"
  }

  /** Not by the view's name: Spark finds that it holds the rows of the same plan, as of a DataFrame that was cached. */
  case object CachedPlan extends Cached {
    override def sql(table: Target, writer: String): String = s"(${plan(table, writer)}) AS t"
  }

  val unrecorded: Seq[Reading] = Seq(Link, CachedView, CachedPlan)
}
