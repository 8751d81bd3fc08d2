package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.CacheManager
import org.apache.spark.sql.execution.columnar.InMemoryRelation

import io.deltaward.spark.CachedRelation

/** Finds the parts of a plan that Spark takes from its cache (`CACHE TABLE`, `DataFrame.cache`). */
final class CachedPlans(session: SparkSession) {

  /** Checks whether the cache is empty, as in most sessions. */
  def isEmpty: Boolean = cache.isEmpty

  /** Returns the plans within this one whose rows Spark takes from the cache. */
  def findIn(plan: LogicalPlan): Seq[LogicalPlan] = (session, cache) match {
    case (here: classic.SparkSession, Some(cached)) =>
      cached.useCachedData(CachedRelation.normalize(here, plan)).collect {
        case relation: InMemoryRelation => CachedRelation.planOf(relation).getOrElse(relation)
      }
    case _ => Nil
  }

  private def cache: Option[CacheManager] =
    Some(session).collect { case here: classic.SparkSession => here.sharedState.cacheManager }
      .filterNot(_.isEmpty)
}
