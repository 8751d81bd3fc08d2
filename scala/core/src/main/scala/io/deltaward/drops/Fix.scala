package io.deltaward.drops

import io.deltaward.clients.Access
import io.deltaward.text.{Identifier, Literal}

/** Statements to paste that would give a client access to a table. */
sealed trait Fix

object Fix {

  /**
   * The statements themselves: one that need not wait, or several that `MAKE COMPATIBLE` would not run.
   *
   * @param constraints constraints that Delta requires to be dropped first
   */
  final case class Statements(constraints: Seq[String], changes: Seq[TableChange]) extends Fix {

    /** @param table name of the table, quoted for SQL */
    def sql(table: String): String = {
      val waits =
        changes.exists { case TableChange.Drop(_, truncates) => truncates; case _ => false }
      (Refusal.dropConstraints(table, constraints) ++ changes.map(_.sql(table))).mkString(";\n") +
        (if (waits) Statements.Waits else "")
    }
  }

  object Statements {
    private val Waits =
      " -- waits until the history is old enough: EXPLAIN DROP FEATURE tells when; run it again then"
  }

  /**
   * A `MAKE COMPATIBLE`, for a fix that takes several statements, has to wait, or gives only some of the accesses.
   *
   * @param constraints constraints that Delta requires to be dropped first
   * @param client      client as the statement names it
   * @param changes     changes that the statement makes
   */
  final case class MakeCompatible(
      constraints: Seq[String],
      client: String,
      version: String,
      accesses: Seq[Access],
      changes: Seq[TableChange]
  ) extends Fix {

    /** @param table name of the table, quoted for SQL */
    def sql(table: String): String = {
      val named = Seq(client, version).filter(_.nonEmpty).map(Literal.quote).mkString(" ")
      val clause = accesses match {
        case Seq(access) => s" FOR ${access.toString.toUpperCase(java.util.Locale.ROOT)}"
        case _ => ""
      }
      (Refusal.dropConstraints(table, constraints) :+
        s"ALTER TABLE $table MAKE COMPATIBLE WITH CLIENT $named$clause").mkString(";\n")
    }
  }

  /** A copy of the table, for features that cannot be dropped. */
  final case class Copy(without: Seq[String]) extends Fix

  object Copy {

    /**
     * @param table      name of the table, quoted for SQL
     * @param copy       name of the new table, quoted for SQL
     * @param columns    expressions to select from the table
     * @param partitions partition columns of the table
     * @param properties properties of the copy
     * @param lost       what the copy lacks or changes, in words
     */
    def sql(
        table: String,
        copy: String,
        columns: Seq[String],
        partitions: Seq[String],
        properties: Map[String, String],
        lost: Seq[String]
    ): String = {
      val clauses = Seq(
        clause("PARTITIONED BY", partitions.map(Identifier.delimited)),
        clause(
          "TBLPROPERTIES",
          properties.toSeq.sorted.map { case (key, value) =>
            s"${Literal.quote(key)} = ${Literal.quote(value)}"
          }
        )
      ).mkString
      s"CREATE TABLE $copy USING delta$clauses AS SELECT ${columns.mkString(", ")} FROM $table " +
        comment(s"not copied: ${lost.mkString(", ")}")
    }

    /** Returns a SQL comment. Names of constraints and properties can hold any text, even one that would end the comment. */
    private def comment(text: String): String =
      s"/* ${text.replace("*/", "* /").replace("/*", "/ *").map(c => if (c.isControl) ' ' else c)} */"

    private def clause(name: String, items: Seq[String]): String =
      if (items.isEmpty) "" else items.mkString(s" $name (", ", ", ")")

    /** Returns names for a table beside another one, the best first, quoted for SQL. */
    def names(table: String): Iterator[String] =
      Iterator("_copy") ++ Iterator.from(2).map(n => s"_copy$n") map { suffix =>
        if (table.endsWith("`"))
          s"${table.dropRight(1).reverse.dropWhile(_ == '/').reverse}$suffix`"
        else s"$table$suffix"
      }
  }
}
