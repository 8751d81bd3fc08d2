package io.deltaward.guard

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.catalyst.streaming.WriteToStream
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

/**
 * Detects writes that Delta makes with its Kernel, past its own transactions (`spark.databricks.delta.v2.enableMode`). No
 * rule can judge them.
 */
object KernelWrites {

  private val Packages = Seq("io.delta.spark.internal.v2.", "io.delta.kernel.")

  /** Returns the catalog's name of a table that a statement writes in this way. An INSERT can write several tables. */
  def findIn(plan: LogicalPlan): Option[String] =
    plan.collectFirst(Function.unlift(target(_).filter(isKernels))).map(_.name)

  private def target(plan: LogicalPlan): Option[Table] = plan match {
    case write: V2WriteCommand =>
      Some(write.table).collect { case relation: DataSourceV2Relation => relation.table }
    case stream: WriteToStream => Some(stream.sink)
    case _ => None
  }

  private def isKernels(table: Table): Boolean =
    Packages.exists(table.getClass.getName.startsWith)
}
