package io.deltaward.spark

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Reads the cache of Spark 4, which keeps the plan of what it caches. */
object CachedRelation {

  /** Returns a plan as Spark looks it up in the cache. */
  def normalize(session: classic.SparkSession, plan: LogicalPlan): LogicalPlan =
    QueryExecution.normalize(session, plan)

  /** Returns the plan whose rows are cached, if it is known. */
  def planOf(relation: InMemoryRelation): Option[LogicalPlan] =
    Some(relation.cacheBuilder.logicalPlan)
}
