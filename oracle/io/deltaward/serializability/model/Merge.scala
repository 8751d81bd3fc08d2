package io.deltaward.serializability.model

/**
 * MERGE from rows of its own.
 *
 * @param source          keys do not repeat
 * @param by              what a row of the source and one of the table have in common
 * @param on              what else the target row must fulfil to match
 * @param matched         the first clause whose condition holds acts
 * @param insert          how the source rows are added that match nothing
 * @param notMatchedBySource acts on the target rows that match nothing
 * @param from            where the rows of the source are
 */
final case class Merge(
    source: Seq[Record],
    by: Merge.Key,
    on: Condition,
    matched: Seq[Merge.Clause],
    insert: Option[Merge.Insertion],
    notMatchedBySource: Option[Merge.Clause],
    from: Merge.From = Merge.Written
) extends Op {

  private val keys = source.flatMap(by.of)
  require(keys.distinct.size == keys.size, "a key of the source repeats")

  private def matches(row: Record): Boolean = by.of(row).exists(keys.contains) && on.holds(row)

  override def apply(contents: Bag): Effect = {
    val acted = contents.rows.map { row =>
      val clauses = if (matches(row)) matched else notMatchedBySource.toSeq
      clauses.find(_.condition.holds(row)) match {
        case Some(clause) => (clause.change.map(_(row)), true)
        case None => (Some(row), false)
      }
    }
    val found = contents.rows.filter(matches).flatMap(by.of).toSet
    val inserted =
      insert.toSeq.flatMap(as => source.filterNot(row => by.of(row).exists(found)).map(as.row))
    val affected = acted.count { case (_, changed) => changed } + inserted.size
    Effect(contents.of(acted.flatMap { case (row, _) => row } ++ inserted), Some(affected.toLong))
  }

  private def rows(table: Target): String =
    s"SELECT *${by.beside(table.columns)} FROM VALUES ${Record.values(source)} " +
      s"AS v(${Record.Columns.mkString(", ")})"

  override def readsFiles: Boolean = from == Merge.BesideFiles

  override def before(table: Target): Seq[String] = from.before(table, rows(table))
  override def after(table: Target): Seq[String] = from.after(table)

  override def sql(table: Target): String = {
    val columns = table.columns
    val clauses = matched.map(clause => s"WHEN MATCHED ${clause.sql(columns)}") ++
      insert.map(as => s"WHEN NOT MATCHED THEN INSERT ${as.sql(columns)}") ++
      notMatchedBySource.map(clause => s"WHEN NOT MATCHED BY SOURCE ${clause.sql(columns)}")
    val condition = if (on == Condition.Always) "" else s" AND ${on.sql(columns)}"
    s"MERGE INTO ${table.name} AS t USING ${from.sql(table, rows(table))} AS s " +
      s"ON ${by.sql(columns, from.equality)}$condition " +
      clauses.mkString(" ")
  }
}

object Merge {

  /** By which rows match. */
  sealed trait Key {
    def of(row: Record): Option[Long]
    def sql(columns: Columns, equality: String): String

    /** What the source has besides. */
    def beside(columns: Columns): String = ""
  }

  case object ById extends Key {
    override def of(row: Record): Option[Long] = Some(row.id)
    override def sql(columns: Columns, equality: String): String = s"t.id $equality s.id"
  }

  /** By `u` where the table has it. */
  case object ByX extends Key {
    override def of(row: Record): Option[Long] = row.x.map(_.toLong)

    override def sql(columns: Columns, equality: String): String =
      s"t.${columns.xColumn} = s.${columns.xColumn}"

    override def beside(columns: Columns): String =
      columns.hard.fold("")(of => s", ${of.generated} AS u")
  }

  /** @param change none deletes the row */
  final case class Clause(condition: Condition, change: Option[Change]) {

    def sql(columns: Columns): String = {
      val when = if (condition == Condition.Always) "" else s"AND ${condition.sql(columns)} "
      s"${when}THEN ${change.fold("DELETE")(c => s"UPDATE SET ${c.sql}")}"
    }
  }

  /** What is added of a row of the source. */
  sealed trait Insertion {
    def row(source: Record): Record
    def sql(columns: Columns): String
  }

  case object AllColumns extends Insertion {
    override def row(source: Record): Record = source

    /** `*` would ask the source for all columns. */
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

  /** Where the rows of a source are. */
  sealed trait From {

    /** @param rows a query that gives them */
    def sql(table: Target, rows: String): String
    def equality: String = "="
    def before(table: Target, rows: String): Seq[String] = Nil
    def after(table: Target): Seq[String] = Nil
  }

  /** In the statement. */
  case object Written extends From {
    override def sql(table: Target, rows: String): String = s"($rows)"
  }

  /** In the statement, if the files of the table have rows or not. */
  case object BesideFiles extends From {
    override def sql(table: Target, rows: String): String =
      s"($rows WHERE (SELECT count(*) FROM ${table.parquet}) >= 0)"
  }

  /** In another Delta table, which is made before. */
  sealed abstract class InTable(writer: String) extends From {
    override def sql(table: Target, rows: String): String = table.beside(writer)

    override def before(table: Target, rows: String): Seq[String] =
      Seq(s"CREATE TABLE ${table.beside(writer)} USING delta AS $rows")
  }

  /**
   * @param equality of the ids: Spark derives from `=` that they are not null, and asks the source for that, but not from `<=>`
   * @param at       the version that the statement names, if any
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

  /** And from there in Spark's cache. */
  final case class CachedTable(writer: String) extends InTable(writer) {
    override def sql(table: Target, rows: String): String = table.view(writer)

    override def before(table: Target, rows: String): Seq[String] =
      super.before(table, rows) :+
        s"CACHE TABLE ${table.view(writer)} AS SELECT * FROM ${table.beside(writer)}"

    override def after(table: Target): Seq[String] =
      Seq(s"UNCACHE TABLE ${table.view(writer)}", s"DROP VIEW ${table.view(writer)}")
  }

  private def values(columns: Seq[String], of: Seq[String]): String =
    s"(${columns.mkString(", ")}) VALUES (${of.mkString(", ")})"
}
