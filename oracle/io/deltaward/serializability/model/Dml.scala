package io.deltaward.serializability.model

final case class Delete(where: RowCondition) extends Op {

  override def apply(contents: Bag): Effect = {
    val (gone, kept) = contents.rows.partition(where.holds)
    Effect(contents.withRows(kept), Some(gone.size.toLong))
  }

  override def sql(table: Target): String =
    s"DELETE FROM ${table.name} AS t WHERE ${where.sql(table.columns)}"
}

final case class Update(change: ColumnChange, where: RowCondition) extends Op {

  override def apply(contents: Bag): Effect = {
    val (hit, kept) = contents.rows.partition(where.holds)
    Effect(contents.withRows(kept ++ hit.map(change(_))), Some(hit.size.toLong))
  }

  override def sql(table: Target): String =
    s"UPDATE ${table.name} AS t SET ${change.sql} WHERE ${where.sql(table.columns)}"
}

/** An UPDATE that also counts the rows of all files of the table. The count does not change the result. */
final case class UpdateBesideFiles(change: ColumnChange, where: RowCondition) extends Op {

  override def apply(contents: Bag): Effect = Update(change, where)(contents)

  override def sql(table: Target): String =
    s"UPDATE ${table.name} AS t SET ${change.column.sql}, trail = concat(t.trail, '.${change.writer}', " +
      s"CASE WHEN (SELECT count(*) FROM ${table.parquet}) >= 0 THEN '' END) " +
      s"WHERE ${where.sql(table.columns)}"

  override def readsFiles: Boolean = true
}

/** Sets `x` to the greatest `x` of some rows of the same table. No transaction records what the subquery reads. */
final case class UpdateToGreatest(of: RowCondition, where: RowCondition, writer: String)
    extends Op {

  override def apply(contents: Bag): Effect = {
    val greatest = contents.rows.filter(of.holds).flatMap(_.x).maxOption
    change(greatest)(contents)
  }

  override def sql(table: Target): String =
    s"UPDATE ${table.name} AS t SET x = (SELECT max(s.x) FROM ${table.name} AS s WHERE " +
      s"${of.sql(table.columns, "s")}), trail = concat(t.trail, '.$writer') " +
      s"WHERE ${where.sql(table.columns)}"

  override def readsUnrecorded: Boolean = true

  private def change(x: Option[Int]): Update =
    Update(ColumnChange(ColumnChange.XTo(x), writer), where)
}
