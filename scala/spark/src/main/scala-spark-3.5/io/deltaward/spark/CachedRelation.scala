package io.deltaward.spark

import scala.annotation.unused

import org.apache.spark.sql.classic
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Reads the cache of Spark 3.5, which keeps only the physical plan of what it caches. */
object CachedRelation {

  /** Returns a plan as Spark looks it up in the cache. */
  def normalize(session: classic.SparkSession, plan: LogicalPlan): LogicalPlan =
    session.sessionState.planNormalizationRules.foldLeft(plan)((before, rule) => rule(before))

  /** Returns the plan whose rows are cached, if it is known. */
  def planOf(@unused relation: InMemoryRelation): Option[LogicalPlan] = None
}
