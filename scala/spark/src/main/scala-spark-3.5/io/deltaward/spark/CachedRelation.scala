package io.deltaward.spark

import scala.annotation.unused

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Reads the cache of Spark 3.5, which keeps only the physical plan of what it caches. */
object CachedRelation {

  /** Returns the plan whose rows are cached, if it is known. */
  def planOf(@unused relation: InMemoryRelation): Option[LogicalPlan] = None
}
