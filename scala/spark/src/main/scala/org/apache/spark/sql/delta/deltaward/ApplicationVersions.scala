package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.actions.{Action, SetTransaction}

/** Reads the idempotency keys of a commit (`txnAppId`, `txnVersion`), by which Delta skips a batch it has written. */
object ApplicationVersions {

  /** Returns the version that the actions set, by application. */
  def findIn(actions: Seq[Action]): Map[String, Long] = actions.collect {
    case SetTransaction(application, version, _) => application -> version
  }.toMap
}
