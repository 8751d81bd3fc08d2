package io.deltaward.sql

/**
 * The forms of deltaward's statements, for hints and for telling whether a statement is deltaward's. The grammar parses them.
 *
 * @param head the first words, by which a statement is deltaward's
 * @param rest what follows, with optional parts in brackets
 */
final case class StatementForm(head: String, rest: String) {

  /** The whole form, for users. */
  val text: String = s"$head $rest".trim

  /** The words of the head. `table` stands for the name of a table. */
  val words: Seq[String] = head.split(" ").toSeq
}

object StatementForms {

  private val Fleet = "(CATALOG name | SCHEMA name | PATH 'root' | TABLES (table, ...))"
  private val Clients = "[FOR CLIENT 'name' ['version'], ...]"
  private val Travel = "[VERSION AS OF n | TIMESTAMP AS OF t]"
  private val AllRows = "[ALL VERSIONS] [ALL ACCESS PATHS]"

  val all: Seq[StatementForm] = Seq(
    StatementForm(
      "SHOW PROTOCOL",
      s"COMPATIBILITY [FOR | IN] table $Travel $Clients $AllRows [INSPECT LOG]"
    ),
    StatementForm("SHOW PROTOCOL", s"COMPATIBILITY IN $Fleet $Clients $AllRows"),
    StatementForm("ANALYZE PROTOCOL", s"COMPATIBILITY IN $Fleet $Clients"),
    StatementForm("SHOW PROTOCOL", "HISTORY [FOR | IN] table"),
    StatementForm("SHOW PROTOCOL", "POLICY [[FOR | IN] table]"),
    StatementForm("SHOW CHECKPOINT PROTECTION", "[FOR | IN] table"),
    StatementForm("DESCRIBE PROTOCOL", s"table $Travel [INSPECT LOG]"),
    StatementForm("SHOW TABLE FEATURES", s"[FOR | IN] table $Travel"),
    StatementForm("SHOW DELTA CLIENTS", "[LIKE 'pattern']"),
    StatementForm("SHOW COMMIT WARNINGS", ""),
    StatementForm("SHOW COMMIT CONFLICTS", "[[FOR | IN] table] [LIMIT n]"),
    StatementForm("SHOW CONFLICT MATRIX", "[FOR | IN] table"),
    StatementForm("EXPLAIN PROTOCOL", "statement"),
    StatementForm("EXPLAIN DROP FEATURE", "feature FOR table [TRUNCATE HISTORY]"),
    StatementForm("ALTER TABLE table NORMALIZE PROTOCOL", "[DRY RUN]"),
    StatementForm(
      "ALTER TABLE table MAKE COMPATIBLE",
      "WITH CLIENT 'name' ['version'] [FOR READ | FOR WRITE] [DRY RUN]"
    )
  )

  /** The first words of every statement, with the short form of `DESCRIBE`. */
  val heads: Seq[Seq[String]] =
    all.map(_.words).distinct ++ Seq(Seq("DESC", "PROTOCOL"))
}
