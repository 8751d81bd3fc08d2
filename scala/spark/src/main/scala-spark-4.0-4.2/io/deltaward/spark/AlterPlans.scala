package io.deltaward.spark

import org.apache.spark.sql.catalyst.plans.{logical => spark}

/** Names the plans of ALTER TABLE that Spark 4 has and Spark 3.5 has not. */
object AlterPlans {
  type AlterColumns = spark.AlterColumns
  type AlterTableClusterBy = spark.AlterTableClusterBy
}
