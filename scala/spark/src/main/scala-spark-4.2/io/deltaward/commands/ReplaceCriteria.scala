package io.deltaward.commands

import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement

/** Detects `INSERT INTO ... REPLACE ON`, which Spark has since 4.2. */
object ReplaceCriteria {
  def isIn(insert: InsertIntoStatement): Boolean = insert.replaceCriteriaOpt.nonEmpty
}
