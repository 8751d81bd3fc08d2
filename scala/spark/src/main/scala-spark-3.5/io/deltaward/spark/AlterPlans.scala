package io.deltaward.spark

import org.apache.spark.sql.catalyst.plans.logical
import org.apache.spark.sql.delta.skipping.clustering.temp

/** Names the plans of Spark 3.5 and Delta that Spark 4 has under other names. */
object AlterPlans {
  type AlterColumns = logical.AlterColumn
  type AlterTableClusterBy = temp.AlterTableClusterBy
}
