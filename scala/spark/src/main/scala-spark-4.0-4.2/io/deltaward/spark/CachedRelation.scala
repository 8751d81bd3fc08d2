package io.deltaward.spark

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Reads the cache of Spark 4, which keeps the plan of what it caches. */
object CachedRelation {

  /** Returns the plan whose rows are cached, if it is known. */
  def planOf(relation: InMemoryRelation): Option[LogicalPlan] =
    Some(relation.cacheBuilder.logicalPlan)
}
