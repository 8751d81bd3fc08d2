package io.deltaward.serializability.model

final case class Delete(where: Condition) extends Op {

  override def apply(contents: Bag): Effect = {
    val (gone, kept) = contents.rows.partition(where.holds)
    Effect(Bag(kept), Some(gone.size.toLong))
  }

  override def sql(table: String): String = s"DELETE FROM $table AS t WHERE ${where.sql}"
}

final case class Update(change: Change, where: Condition) extends Op {

  override def apply(contents: Bag): Effect = {
    val (hit, kept) = contents.rows.partition(where.holds)
    Effect(Bag(kept ++ hit.map(change(_))), Some(hit.size.toLong))
  }

  override def sql(table: String): String =
    s"UPDATE $table AS t SET ${change.sql} WHERE ${where.sql}"
}

/** INSERT ... VALUES: a blind append. */
final case class Insert(added: Seq[Record]) extends Op {

  override def apply(contents: Bag): Effect = Effect(contents.plus(Bag(added)), None)

  override def sql(table: String): String = s"INSERT INTO $table VALUES ${Record.values(added)}"

  override def isBlindAppend: Boolean = true
}

/** Adds a copy of each selected row of the same table, with another id. */
final case class InsertSelect(where: Condition, idStep: Long, writer: String) extends Op {

  override def apply(contents: Bag): Effect = {
    val copies = contents.rows
      .filter(where.holds)
      .map(row => row.copy(id = row.id + idStep, trail = s"${row.trail}+$writer"))
    Effect(contents.plus(Bag(copies)), None)
  }

  override def sql(table: String): String =
    s"INSERT INTO $table SELECT t.id + $idStep, t.k, t.x, concat(t.trail, '+$writer'), t.d " +
      s"FROM $table AS t WHERE ${where.sql}"
}

/** Adds one row that counts the selected rows of the same table, and holds their greatest `x`. */
final case class InsertCount(where: Condition, writer: String) extends Op {

  override def apply(contents: Bag): Effect = {
    val selected = contents.rows.filter(where.holds)
    val row = Record(selected.size.toLong, 0, selected.flatMap(_.x).maxOption, writer)
    Effect(contents.plus(Bag(Seq(row))), None)
  }

  override def sql(table: String): String =
    s"INSERT INTO $table SELECT count(*), 0, max(t.x), '$writer', DOUBLE(0) FROM $table AS t " +
      s"WHERE ${where.sql}"
}
