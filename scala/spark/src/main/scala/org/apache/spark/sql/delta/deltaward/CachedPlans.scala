package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.CacheManager

/** Finds the parts of a plan that Spark takes from its cache (`CACHE TABLE`, `DataFrame.cache`). */
final class CachedPlans(session: SparkSession) {

  /** Checks whether the cache is empty, as in most sessions. */
  def isEmpty: Boolean = cache.isEmpty

  /** Returns the plans within this one whose rows Spark takes from the cache. */
  def findIn(plan: LogicalPlan): Seq[LogicalPlan] = (session, cache) match {
    case (here: classic.SparkSession, Some(cached)) => CacheLookup.findIn(here, cached, plan)
    case _ => Nil
  }

  private def cache: Option[CacheManager] =
    Some(session).collect { case here: classic.SparkSession => here.sharedState.cacheManager }
      .filterNot(_.isEmpty)
}
