package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.{Action, AddFile, Metadata, RemoveFile}

import io.deltaward.serializability.model.{Bag, Columns, Target}
import io.deltaward.serializability.search.Level

/** A history whose last commit is wrong. */
final case class Violation(level: Level, start: Bag, log: Seq[ModelCommit], what: String) {

  def text: String = (
    Seq(s"${level.property}, $start") ++ log.map { commit =>
      val sql = commit.statement.op.sql(Violation.table)
      val files = commit.actions.map(shown).mkString(", ")
      s"version ${commit.version}, which has read ${commit.read}: $sql: $files"
    } :+ what
  ).mkString("\n")

  private def shown(action: Action): String = action match {
    case add: AddFile => s"add ${add.path}${marks(Positions.pack(add.deletionVector))}"
    case remove: RemoveFile =>
      s"remove ${remove.path}${marks(Positions.pack(remove.deletionVector))}"
    case metadata: Metadata =>
      metadata.configuration.map { case (key, value) => s"$key = $value" }.mkString(
        "set ",
        ", ",
        ""
      )
    case other => other.toString
  }

  private def marks(deleted: Long): String =
    if (deleted == 0L) "" else Positions.unpack(deleted).mkString(" without (", ",", ")")
}

object Violation {
  private val table = Target.shown(Columns(), changeFeed = false)
}
