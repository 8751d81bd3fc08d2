package io.deltaward.clients

import io.deltaward.names.Identifier

/** What would give a client access, as statements that can be pasted. */
sealed trait Fix {

  /** @param table the table, quoted as SQL needs it: `` `db`.`t` `` or ``delta.`/path` `` */
  def sql(table: String): String
}

object Fix {

  /** The features are not in the way, only the versions are (rule P7). */
  case object Normalize extends Fix {
    def sql(table: String): String = s"ALTER TABLE $table NORMALIZE PROTOCOL"
  }

  /**
   * One statement a feature, dependents first (rules D1, D6). With `TRUNCATE HISTORY` where Delta accepts it: the drop
   * without it adds checkpointProtection, which locks other writers out (rule D3).
   */
  final case class Drop(features: Seq[String], truncating: Set[String]) extends Fix {
    def sql(table: String): String =
      features.map { feature =>
        val clause = if (truncating.contains(feature)) " TRUNCATE HISTORY" else ""
        s"ALTER TABLE $table DROP FEATURE ${Identifier.quoted(feature)}$clause"
      }.mkString(";\n")
  }

  /** A new table beside the old one, where a feature cannot be dropped. */
  case object Copy extends Fix {
    def sql(table: String): String = sql(table, Seq("*"))

    /** @param columns what to select of the table */
    def sql(table: String, columns: Seq[String]): String =
      s"CREATE TABLE ${beside(table)} USING delta AS SELECT ${columns.mkString(", ")} FROM $table"

    private def beside(table: String): String =
      if (table.endsWith("`")) s"${table.dropRight(1)}_copy`" else s"${table}_copy"
  }
}
