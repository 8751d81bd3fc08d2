package io.deltaward.commands

import org.apache.spark.sql.classic.SparkSession

/** Checks whether a session has the commit rules. The read-only extension leaves them out. */
object CommitRules {

  /** Names the class by text, since the running Delta may lack members that it needs. */
  private val Hook = "org.apache.spark.sql.delta.deltaward.CommitHook$"

  def areIn(session: SparkSession): Boolean =
    session.sessionState.analyzer.extendedCheckRules.exists(_.getClass.getName == Hook)
}
