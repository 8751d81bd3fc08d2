package io.deltaward.serializability.model

/**
 * MERGE from rows that are written into the statement, matched by `id`.
 *
 * @param source          ids do not repeat
 * @param on              what else the target row must fulfil to match
 * @param matched         the first clause whose condition holds acts
 * @param insert          adds the source rows that match nothing
 * @param notMatchedBySource acts on the target rows that match nothing
 */
final case class Merge(
    source: Seq[Record],
    on: Condition,
    matched: Seq[Merge.Clause],
    insert: Boolean,
    notMatchedBySource: Option[Merge.Clause]
) extends Op {

  private val byId = source.map(row => row.id -> row).toMap
  require(byId.size == source.size, "an id of the source repeats")

  private def matches(row: Record): Boolean = byId.contains(row.id) && on.holds(row)

  override def apply(contents: Bag): Effect = {
    val acted = contents.rows.map { row =>
      val clauses = if (matches(row)) matched else notMatchedBySource.toSeq
      clauses.find(_.condition.holds(row)) match {
        case Some(clause) => (clause.change.map(_(row)), true)
        case None => (Some(row), false)
      }
    }
    val found = contents.rows.filter(matches).map(_.id).toSet
    val inserted = if (insert) source.filterNot(row => found(row.id)) else Nil
    val affected = acted.count { case (_, changed) => changed } + inserted.size
    Effect(Bag(acted.flatMap { case (row, _) => row } ++ inserted), Some(affected.toLong))
  }

  override def sql(table: String): String = {
    val using =
      s"(SELECT * FROM VALUES ${Record.values(source)} AS v(${Record.Columns.mkString(", ")}))"
    val clauses = matched.map(clause => s"WHEN MATCHED ${clause.sql}") ++
      Option.when(insert)(s"WHEN NOT MATCHED THEN INSERT *") ++
      notMatchedBySource.map(clause => s"WHEN NOT MATCHED BY SOURCE ${clause.sql}")
    val condition = if (on == Condition.Always) "" else s" AND ${on.sql}"
    s"MERGE INTO $table AS t USING $using AS s ON t.id = s.id$condition ${clauses.mkString(" ")}"
  }
}

object Merge {

  /** @param change none deletes the row */
  final case class Clause(condition: Condition, change: Option[Change]) {

    def sql: String = {
      val when = if (condition == Condition.Always) "" else s"AND ${condition.sql} "
      s"${when}THEN ${change.fold("DELETE")(c => s"UPDATE SET ${c.sql}")}"
    }
  }
}
