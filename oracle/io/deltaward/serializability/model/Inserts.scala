package io.deltaward.serializability.model

/** INSERT ... VALUES: a blind append. */
final case class Insert(added: Seq[Record]) extends Op {

  override def apply(contents: Bag): Effect = Effect(contents.plus(added), None)

  /** Leaves out the column with a default, if all rows have that default. */
  override def sql(table: Target): String =
    if (table.columns.default && added.forall(_.d == Record.Default))
      Inserts.insertInto(table, Record.Columns.init) +
        s"VALUES ${added.map(row => s"(${row.first})").mkString(", ")}"
    else Inserts.insertInto(table) + s"VALUES ${added.map(_.sql(table.columns)).mkString(", ")}"

  override def isBlindAppend: Boolean = true
}

/** A blind append that names the column `late`. */
final case class InsertLate(added: Seq[Record]) extends Op {

  override def apply(contents: Bag): Effect = Effect(contents.plus(added), None)

  override def sql(table: Target): String =
    Inserts.insertInto(table, Record.AllColumns) + s"VALUES ${added.map(_.all).mkString(", ")}"

  override def isBlindAppend: Boolean = true
}

/** Adds a copy of each selected row of the same table, with another id. */
final case class InsertSelect(where: RowCondition, idStep: Long, writer: String) extends Op {

  override def apply(contents: Bag): Effect = {
    val copies = contents.rows
      .filter(where.holds)
      .map(row => row.copy(id = row.id + idStep, trail = s"${row.trail}+$writer", late = None))
    Effect(contents.plus(copies), None)
  }

  override def sql(table: Target): String =
    Inserts.insertInto(table) +
      s"SELECT t.id + $idStep, t.k, t.x, concat(t.trail, '+$writer'), t.d " +
      s"FROM ${table.name} AS t WHERE ${where.sql(table.columns)}"
}

/**
 * Adds one row that counts the selected rows of the same table, and holds their greatest `x`.
 *
 * @param beside selects rows that count as hundreds, by a second read of the table that is always recorded
 */
final case class InsertCount(
    where: RowCondition,
    writer: String,
    reading: Reading = Reading.Direct,
    beside: Option[RowCondition] = None
) extends Op {

  override def apply(contents: Bag): Effect = {
    val selected = reading.rows(contents.rows).filter(where.holds)
    val hundreds =
      if (selected.isEmpty) 0 else beside.fold(0)(also => contents.rows.count(also.holds))
    val id = selected.size.toLong + 100L * hundreds
    val row = Record(id, Some(0), selected.flatMap(_.x).maxOption, writer)
    Effect(contents.plus(Seq(row)), None)
  }

  override def sql(table: Target): String = {
    val hundreds = beside.fold("")(_ => " + 100L * coalesce(max(r.n), 0L)")
    val second = beside.fold("")(also =>
      s" CROSS JOIN (SELECT count(*) AS n FROM ${table.name} AS s " +
        s"WHERE ${also.sql(table.columns, "s")}) AS r"
    )
    Inserts.insertInto(table) + s"SELECT count(*)$hundreds, 0, max(t.x), '$writer', DOUBLE(0) " +
      s"FROM ${reading.sql(table, writer)}$second WHERE ${where.sql(table.columns)}"
  }

  override def prepare(table: Target): Seq[String] = reading.prepare(table, writer)
  override def cleanUp(table: Target): Seq[String] = reading.cleanUp(table, writer)

  override def readsUnrecorded: Boolean = !reading.isRecorded
}

/** Adds one row that counts the selected rows of the same table, by the changes in its change data feed. */
final case class InsertCountOfChanges(where: RowCondition, writer: String) extends Op {

  override def apply(contents: Bag): Effect = {
    val selected = contents.rows.filter(where.holds)
    Effect(contents.plus(Seq(Record(selected.size.toLong, Some(0), None, writer))), None)
  }

  override def sql(table: Target): String = {
    val (count, from) =
      if (table.changeFeed) (Inserts.Balance, s"table_changes_by_path('${table.path}', 1)")
      else ("count(*)", table.name)
    Inserts.insertInto(table) + s"SELECT $count, 0, CAST(NULL AS INT), '$writer', DOUBLE(0) " +
      s"FROM $from AS t WHERE ${where.sql(table.columns)}"
  }

  override def readsUnrecorded: Boolean = true
  override def readsPast: Boolean = true
}

object Inserts {

  /** Counts inserts less deletes of a change data feed. */
  val Balance =
    "coalesce(sum(CASE WHEN t._change_type IN ('insert', 'update_postimage') THEN 1L ELSE -1L END), 0L)"

  /** Returns an INSERT with named columns, without generated ones. */
  def insertInto(table: Target, columns: Seq[String] = Record.Columns): String =
    s"INSERT INTO ${table.name} (${columns.mkString(", ")}) "
}
