package io.deltaward.conf

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.internal.SQLConf

/**
 * Returns the settings of a session. `SQLConf.get` would return the settings of the thread, and those are empty if the
 * thread has no active session. Delta then uses the default session, and so do the rules.
 */
object SessionConf {
  def get(session: SparkSession): SQLConf =
    session.asInstanceOf[classic.SparkSession].sessionState.conf

  def active: SQLConf = get(SparkSession.active)
}
