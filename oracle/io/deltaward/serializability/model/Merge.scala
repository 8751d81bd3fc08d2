package io.deltaward.serializability.model

/**
 * A MERGE from given rows.
 *
 * @param source          rows of the source, whose keys do not repeat
 * @param by              key by which rows of the source and the table match
 * @param on              further condition that a matching target row must satisfy
 * @param matched         clauses for matching rows; the first whose condition holds acts
 * @param insert          how source rows without a match are inserted
 * @param notMatchedBySource clause for target rows without a match
 * @param from            where the source rows come from
 */
final case class Merge(
    source: Seq[Record],
    by: Merge.Key,
    on: RowCondition,
    matched: Seq[Merge.Clause],
    insert: Option[Merge.Insertion],
    notMatchedBySource: Option[Merge.Clause],
    from: Merge.From = Merge.Written
) extends Op {

  private val keys = source.flatMap(by.valueOf)
  require(keys.distinct.size == keys.size, "a key of the source repeats")

  private def matches(row: Record): Boolean = by.valueOf(row).exists(keys.contains) && on.holds(row)

  override def apply(contents: Bag): Effect = {
    val acted = contents.rows.map { row =>
      val clauses = if (matches(row)) matched else notMatchedBySource.toSeq
      clauses.find(_.condition.holds(row)) match {
        case Some(clause) => (clause.change.map(_(row)), true)
        case None => (Some(row), false)
      }
    }
    val found = contents.rows.filter(matches).flatMap(by.valueOf).toSet
    val inserted =
      insert.toSeq.flatMap(as => source.filterNot(row => by.valueOf(row).exists(found)).map(as.row))
    val affected = acted.count { case (_, changed) => changed } + inserted.size
    Effect(
      contents.withRows(acted.flatMap { case (row, _) => row } ++ inserted),
      Some(affected.toLong)
    )
  }

  private def rows(table: Target): String =
    s"SELECT *${by.extraColumns(table.columns)} FROM VALUES ${Record.values(source)} " +
      s"AS v(${Record.Columns.mkString(", ")})"

  override def readsFiles: Boolean = from == Merge.BesideFiles

  override def prepare(table: Target): Seq[String] = from.prepare(table, rows(table))
  override def cleanUp(table: Target): Seq[String] = from.cleanUp(table)

  override def sql(table: Target): String = {
    val columns = table.columns
    val clauses = matched.map(clause => s"WHEN MATCHED ${clause.sql(columns)}") ++
      insert.map(as => s"WHEN NOT MATCHED THEN INSERT ${as.sql(columns)}") ++
      notMatchedBySource.map(clause => s"WHEN NOT MATCHED BY SOURCE ${clause.sql(columns)}")
    val condition = if (on == RowCondition.Always) "" else s" AND ${on.sql(columns)}"
    s"MERGE INTO ${table.name} AS t USING ${from.sql(table, rows(table))} AS s " +
      s"ON ${by.sql(columns, from.equality)}$condition " +
      clauses.mkString(" ")
  }
}

object Merge {

  /** The key by which rows match. */
  sealed trait Key {
    def valueOf(row: Record): Option[Long]
    def sql(columns: Columns, equality: String): String

    /** Returns the additional columns of the source, as SQL. */
    def extraColumns(columns: Columns): String = ""
  }

  case object ById extends Key {
    override def valueOf(row: Record): Option[Long] = Some(row.id)
    override def sql(columns: Columns, equality: String): String = s"t.id $equality s.id"
  }

  /** Matches by `u` if the table has it, else by `x`. */
  case object ByX extends Key {
    override def valueOf(row: Record): Option[Long] = row.x.map(_.toLong)

    override def sql(columns: Columns, equality: String): String =
      s"t.${columns.xColumn} = s.${columns.xColumn}"

    override def extraColumns(columns: Columns): String =
      columns.hard.fold("")(of => s", ${of.generated} AS u")
  }

  /** @param change change of the row; `None` deletes it */
  final case class Clause(condition: RowCondition, change: Option[ColumnChange]) {

    def sql(columns: Columns): String = {
      val when = if (condition == RowCondition.Always) "" else s"AND ${condition.sql(columns)} "
      s"${when}THEN ${change.fold("DELETE")(c => s"UPDATE SET ${c.sql}")}"
    }
  }

  /** How a source row is inserted. */
  sealed trait Insertion {
    def row(source: Record): Record
    def sql(columns: Columns): String
  }

  case object AllColumns extends Insertion {
    override def row(source: Record): Record = source

    /** Names columns if the source lacks some: `*` would ask it for all. */
    override def sql(columns: Columns): String =
      if (columns.hasUnnamed) values(Record.Columns, Record.Columns.map("s." + _)) else "*"
  }

  case object AllButDefault extends Insertion {
    override def row(source: Record): Record = source.copy(d = Record.Default)

    override def sql(columns: Columns): String = {
      val named = Record.Columns.init
      if (columns.default) values(named, named.map("s." + _))
      else values(Record.Columns, named.map("s." + _) :+ s"DOUBLE('${Record.Default}')")
    }
  }

  /** The place from which a MERGE takes its source rows. */
  sealed trait From {

    /** @param rows query that returns the source rows */
    def sql(table: Target, rows: String): String
    def equality: String = "="
    def prepare(table: Target, rows: String): Seq[String] = Nil
    def cleanUp(table: Target): Seq[String] = Nil
  }

  /** The source is in the statement. */
  case object Written extends From {
    override def sql(table: Target, rows: String): String = s"($rows)"
  }

  /** The source is in the statement, which also counts the rows of the table's files. The count does not matter. */
  case object BesideFiles extends From {
    override def sql(table: Target, rows: String): String =
      s"($rows WHERE (SELECT count(*) FROM ${table.parquet}) >= 0)"
  }

  /** The source is another Delta table, which is created first. */
  sealed abstract class InTable(writer: String) extends From {
    override def sql(table: Target, rows: String): String = table.quoteBeside(writer)

    override def prepare(table: Target, rows: String): Seq[String] =
      Seq(s"CREATE TABLE ${table.quoteBeside(writer)} USING delta AS $rows")
  }

  /**
   * @param equality operator that compares ids; only from `=` does Spark derive that the ids of the source are not
   *                 null
   * @param at       version of the source that the statement names, if any
   */
  final case class OtherTable(
      writer: String,
      override val equality: String = "=",
      at: Option[Long] = None
  ) extends InTable(writer) {
    override def sql(table: Target, rows: String): String = {
      val current = super.sql(table, rows)
      at.fold(current)(version => s"(SELECT * FROM $current VERSION AS OF $version)")
    }
  }

  /** The source is another Delta table, read from Spark's cache. */
  final case class CachedTable(writer: String) extends InTable(writer) {
    override def sql(table: Target, rows: String): String = table.view(writer)

    override def prepare(table: Target, rows: String): Seq[String] =
      super.prepare(table, rows) :+
        s"CACHE TABLE ${table.view(writer)} AS SELECT * FROM ${table.quoteBeside(writer)}"

    override def cleanUp(table: Target): Seq[String] =
      Seq(s"UNCACHE TABLE ${table.view(writer)}", s"DROP VIEW ${table.view(writer)}")
  }

  private def values(columns: Seq[String], of: Seq[String]): String =
    s"(${columns.mkString(", ")}) VALUES (${of.mkString(", ")})"
}
