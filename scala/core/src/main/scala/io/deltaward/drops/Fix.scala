package io.deltaward.drops

import io.deltaward.clients.Access
import io.deltaward.text.{Identifier, Literal}

/** What would give a client access, as a statement that can be pasted. */
sealed trait Fix

object Fix {

  /**
   * One statement that is over at once; or several that `MAKE COMPATIBLE` cannot stand for.
   *
   * @param constraints that Delta wants dropped first
   */
  final case class Statements(constraints: Seq[String], changes: Seq[Change]) extends Fix {

    /** @param table as SQL needs it */
    def sql(table: String): String = {
      val waits = changes.exists { case Change.Drop(_, truncates) => truncates; case _ => false }
      (Refusal.dropConstraints(table, constraints) ++ changes.map(_.sql(table))).mkString(";\n") +
        (if (waits) Statements.Waits else "")
    }
  }

  object Statements {
    private val Waits =
      " -- waits until the history is old enough: EXPLAIN DROP FEATURE tells when; run it again then"
  }

  /**
   * What takes several statements, or has to wait, or gives a part of the accesses.
   *
   * @param constraints that Delta wants dropped first
   * @param client      as the statement names it
   * @param changes     that it makes
   */
  final case class MakeCompatible(
      constraints: Seq[String],
      client: String,
      version: String,
      accesses: Seq[Access],
      changes: Seq[Change]
  ) extends Fix {

    /** @param table as SQL needs it */
    def sql(table: String): String = {
      val named = Seq(client, version).filter(_.nonEmpty).map(Literal.of).mkString(" ")
      val clause = accesses match {
        case Seq(access) => s" FOR ${access.toString.toUpperCase(java.util.Locale.ROOT)}"
        case _ => ""
      }
      (Refusal.dropConstraints(table, constraints) :+
        s"ALTER TABLE $table MAKE COMPATIBLE WITH CLIENT $named$clause").mkString(";\n")
    }
  }

  /** A new table beside the old one, where a feature cannot be dropped. */
  final case class Copy(without: Seq[String]) extends Fix

  object Copy {

    /**
     * @param table      as SQL needs it
     * @param copy       the new table, as SQL needs it
     * @param columns    what to select of the table
     * @param partitions columns by which it is partitioned
     * @param properties that the copy gets
     * @param lost       what does not come along, or not as it was, in words
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
            s"${Literal.of(key)} = ${Literal.of(value)}"
          }
        )
      ).mkString
      s"CREATE TABLE $copy USING delta$clauses AS SELECT ${columns.mkString(", ")} FROM $table " +
        comment(s"not copied: ${lost.mkString(", ")}")
    }

    /** Names of constraints and properties hold any text, also what would end the comment. */
    private def comment(text: String): String =
      s"/* ${text.replace("*/", "* /").replace("/*", "/ *").map(c => if (c.isControl) ' ' else c)} */"

    private def clause(name: String, items: Seq[String]): String =
      if (items.isEmpty) "" else items.mkString(s" $name (", ", ", ")")

    /** Names for a table beside another one, the best first, as SQL needs them. */
    def names(table: String): Iterator[String] =
      Iterator("_copy") ++ Iterator.from(2).map(n => s"_copy$n") map { suffix =>
        if (table.endsWith("`"))
          s"${table.dropRight(1).reverse.dropWhile(_ == '/').reverse}$suffix`"
        else s"$table$suffix"
      }
  }
}
