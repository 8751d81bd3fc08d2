package io.deltaward.commands

import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement

/** Detects `INSERT INTO ... REPLACE ON`. Spark before 4.2 lacks the statement, so the answer is always no. */
object ReplaceCriteria {
  def isIn(insert: InsertIntoStatement): Boolean = {
    val _ = insert
    false
  }
}
