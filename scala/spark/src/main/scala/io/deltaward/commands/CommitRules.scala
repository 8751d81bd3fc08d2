package io.deltaward.commands

import org.apache.spark.sql.classic.SparkSession

/** Tells whether the commit rules are in a session. The read-only extension leaves them out. */
object CommitRules {

  /** The class is named by text, since the running Delta may lack members that it needs. */
  private val Hook = "org.apache.spark.sql.delta.deltaward.CommitHook$"

  def areIn(session: SparkSession): Boolean =
    session.sessionState.analyzer.extendedCheckRules.exists(_.getClass.getName == Hook)
}
