package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.actions.CommitInfo
import org.apache.spark.sql.delta.util.JsonUtils

import io.deltaward.conflicts.{Resolution, Winner}

/** Notes the resolved conflicts of a commit in its operation parameters, where every engine shows them. */
object ResolvedConflicts {

  val Parameter = "resolvedConflicts"

  /** Returns a note such as `version 5 (DELETE): OTHER_ROWS`. */
  def text(winner: Winner, how: Resolution): String = {
    val operation = winner.operation.fold("")(name => s" ($name)")
    s"version ${winner.version}$operation: ${how.name}"
  }

  /** Adds a note after those of earlier winning commits. Parameters have JSON values. */
  def add(info: CommitInfo, text: String): CommitInfo = {
    val earlier = info.operationParameters.get(Parameter).map(JsonUtils.fromJson[String])
    val all = (earlier.toSeq :+ text).mkString("; ")
    info.copy(operationParameters =
      info.operationParameters + (Parameter -> JsonUtils.toJson(all))
    )
  }
}
