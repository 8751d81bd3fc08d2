package io.deltaward.concurrency.reads

import org.apache.spark.sql.delta.actions.Action

/** Delta before 4.4 knows no adaptive metadata, and does not open such tables. */
object BackReferences {

  def isIn(action: Action): Boolean = false
}
