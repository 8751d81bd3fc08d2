package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.actions.CommitInfo
import org.apache.spark.sql.delta.util.JsonUtils

import io.deltaward.conflicts.{Resolution, Winner}

/** A commit that was brought up to date says so among its operation parameters, where every engine shows them. */
object ResolvedConflicts {

  val Parameter = "resolvedConflicts"

  /** `version 5 (DELETE): OTHER_ROWS` */
  def text(winner: Winner, how: Resolution): String = {
    val operation = winner.operation.fold("")(name => s" ($name)")
    s"version ${winner.version}$operation: ${how.name}"
  }

  /** After those of earlier winners. Values of parameters are JSON. */
  def add(info: CommitInfo, text: String): CommitInfo = {
    val earlier = info.operationParameters.get(Parameter).map(JsonUtils.fromJson[String])
    val all = (earlier.toSeq :+ text).mkString("; ")
    info.copy(operationParameters =
      info.operationParameters + (Parameter -> JsonUtils.toJson(all))
    )
  }
}
