package io.deltaward.guard

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.analysis.NamedRelation
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.execution.streaming.sources.WriteToMicroBatchDataSourceV1

import io.deltaward.errors.Errors
import io.deltaward.rules.ValidPolicyRule

/**
 * Refuses a write with an option that looks like a table property of deltaward. Delta only takes its own properties from
 * options, and drops all others.
 */
object WriteOptionCheck extends (LogicalPlan => Unit) {

  /** Checks every write in the plan. An INSERT into several tables has several. */
  override def apply(plan: LogicalPlan): Unit = plan.foreach { node =>
    options(node).foreach { option =>
      ValidPolicyRule.property(option).foreach { meant =>
        throw Errors.propertyAsOption(option, meant)
      }
    }
  }

  private def options(plan: LogicalPlan): Iterable[String] = plan match {
    case save: SaveIntoDataSourceCommand => save.options.keys
    case create: CreateTableAsSelect => create.writeOptions.keys ++ inClause(create.tableSpec)
    case replace: ReplaceTableAsSelect => replace.writeOptions.keys ++ inClause(replace.tableSpec)
    case append: AppendData => append.writeOptions.keys ++ ofTable(append.table)
    case write: OverwriteByExpression => write.writeOptions.keys ++ ofTable(write.table)
    case write: OverwritePartitionsDynamic => write.writeOptions.keys ++ ofTable(write.table)
    case batch: WriteToMicroBatchDataSourceV1 => batch.writeOptions.keys
    case _ => Nil
  }

  /** Returns the options of `OPTIONS (...)`. Without `AS SELECT` they become properties. With it they are dropped. */
  private def inClause(spec: TableSpecBase): Iterable[String] = spec match {
    case resolved: TableSpec => resolved.options.keys
    case _ => Nil
  }

  /** Returns the options of `INSERT INTO table WITH (...)`. */
  private def ofTable(table: NamedRelation): Iterable[String] = table match {
    case relation: DataSourceV2Relation => relation.options.keySet.asScala
    case _ => Nil
  }
}
