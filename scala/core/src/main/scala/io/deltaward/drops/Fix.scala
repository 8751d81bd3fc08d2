package io.deltaward.drops

import io.deltaward.clients.{Access, Release}

/** What would give a client access, as a statement that can be pasted. */
sealed trait Fix

object Fix {

  /** One statement that is over at once; or several that `MAKE COMPATIBLE` cannot stand for. */
  final case class Statements(changes: Seq[Change]) extends Fix {

    /** @param table as SQL needs it */
    def sql(table: String): String = changes.map(_.sql(table)).mkString(";\n")
  }

  /** What takes several statements, or has to wait. */
  final case class MakeCompatible(release: Release, accesses: Seq[Access]) extends Fix {

    /** @param table as SQL needs it */
    def sql(table: String): String = {
      val client =
        Seq(release.client, release.version).filter(_.nonEmpty).map(literal).mkString(" ")
      val clause = accesses match {
        case Seq(access) => s" FOR ${access.toString.toUpperCase(java.util.Locale.ROOT)}"
        case _ => ""
      }
      s"ALTER TABLE $table MAKE COMPATIBLE WITH CLIENT $client$clause"
    }

    private def literal(text: String): String =
      "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
  }

  /** A new table beside the old one, where a feature cannot be dropped. */
  final case class Copy(without: Seq[String]) extends Fix

  object Copy {

    /**
     * @param table   as SQL needs it
     * @param columns what to select of the table
     */
    def sql(table: String, columns: Seq[String]): String =
      s"CREATE TABLE ${beside(table)} USING delta AS SELECT ${columns.mkString(", ")} FROM $table"

    private def beside(table: String): String =
      if (table.endsWith("`")) s"${table.dropRight(1)}_copy`" else s"${table}_copy"
  }
}
