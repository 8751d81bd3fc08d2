package io.deltaward.conf

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.internal.SQLConf

/**
 * The settings of a session. `SQLConf.get` has those of the thread, and none where the thread has no active session; Delta
 * takes the default one there, and so do the rules.
 */
object SessionConf {
  def of(session: SparkSession): SQLConf =
    session.asInstanceOf[classic.SparkSession].sessionState.conf

  def active: SQLConf = of(SparkSession.active)
}
