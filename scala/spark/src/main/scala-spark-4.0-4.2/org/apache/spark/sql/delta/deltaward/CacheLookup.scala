package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.{CacheManager, QueryExecution}
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Looks up the parts of a plan in the cache of Spark 4. */
private[deltaward] object CacheLookup {

  def findIn(session: SparkSession, cached: CacheManager, plan: LogicalPlan): Seq[LogicalPlan] =
    cached.useCachedData(QueryExecution.normalize(session, plan)).collect {
      case relation: InMemoryRelation => relation.cacheBuilder.logicalPlan
    }
}
