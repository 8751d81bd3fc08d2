package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.plans.logical.{IgnoreCachedData, LogicalPlan}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.CacheManager

/**
 * Looks up the parts of a plan in the cache of Spark 3.5, which keeps no plan of what it caches. The part that is found has
 * the same rows.
 */
private[deltaward] object CacheLookup {

  def findIn(session: SparkSession, cached: CacheManager, plan: LogicalPlan): Seq[LogicalPlan] = {
    def in(part: LogicalPlan): Seq[LogicalPlan] =
      if (part.isInstanceOf[IgnoreCachedData]) part.children.flatMap(in)
      else if (cached.lookupCachedData(part).isDefined) Seq(part)
      else part.children.flatMap(in)
    in(session.sessionState.planNormalizationRules.foldLeft(plan)((before, rule) => rule(before)))
  }
}
