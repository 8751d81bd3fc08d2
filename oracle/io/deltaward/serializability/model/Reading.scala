package io.deltaward.serializability.model

/** A way for an INSERT to read the table that it writes. */
sealed abstract class Reading(val isRecorded: Boolean) {

  /** Returns what it reads of the table, as `t`. */
  def sql(table: Target, writer: String): String

  def rows(contents: Seq[Record]): Seq[Record] = contents

  /** Statements that prepare this way of reading, and that undo it. */
  def prepare(table: Target, writer: String): Seq[String] = Nil
  def cleanUp(table: Target, writer: String): Seq[String] = Nil
}

object Reading {

  case object Direct extends Reading(isRecorded = true) {
    override def sql(table: Target, writer: String): String = s"${table.name} AS t"
  }

  /** Reads each row as often as there are rows with its id. */
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
   * Reads rows that are in Spark's cache when the statement begins. All sessions share the cache, but no other
   * statement has this plan.
   */
  sealed abstract class Cached extends Reading(isRecorded = false) {

    protected def plan(table: Target, writer: String): String =
      s"SELECT * FROM ${table.name} WHERE trail <> 'only $writer reads this'"

    override def prepare(table: Target, writer: String): Seq[String] =
      Seq(s"CACHE TABLE ${table.view(writer)} AS ${plan(table, writer)}")

    override def cleanUp(table: Target, writer: String): Seq[String] =
      Seq(s"UNCACHE TABLE ${table.view(writer)}", s"DROP VIEW ${table.view(writer)}")
  }

  case object CachedView extends Cached {
    override def sql(table: Target, writer: String): String = s"${table.view(writer)} AS t"
  }

  /** Reads the cache without the name of the view. Spark finds the rows by their plan, as for a cached DataFrame. */
  case object CachedPlan extends Cached {
    override def sql(table: Target, writer: String): String = s"(${plan(table, writer)}) AS t"
  }

  val unrecorded: Seq[Reading] = Seq(Link, CachedView, CachedPlan)
}
