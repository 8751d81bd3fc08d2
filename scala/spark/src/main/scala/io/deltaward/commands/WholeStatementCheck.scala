package io.deltaward.commands

import scala.util.control.NonFatal

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.analysis.ResolvedTable
import org.apache.spark.sql.catalyst.plans.logical.{
  AlterTableDropFeature,
  LogicalPlan,
  SetTableProperties
}
import org.apache.spark.sql.delta.DeltaConfigs
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.commands.{
  AlterTableDropFeatureDeltaCommand,
  AlterTableSetPropertiesDeltaCommand
}

import io.deltaward.drops.plans.DropPlans
import io.deltaward.guard.RuleSettings
import io.deltaward.tables.{TableName, TableReader, TimeTravel}
import org.apache.spark.sql.delta.deltaward.{DryRun, PropertyInquiry}

/**
 * Judges a statement that Delta does in several commits. Applies the rules to its last commit before Delta makes the first.
 * Each commit is judged again when it is made. A refusal that was not foreseen here leaves the earlier commits in the table.
 */
final class WholeStatementCheck(session: SparkSession) extends (LogicalPlan => Unit) {

  /** @throws io.deltaward.errors.CommitRefusedException the refusal of the last commit */
  override def apply(plan: LogicalPlan): Unit = plan match {
    case AlterTableDropFeature(Delta(table), feature, truncates) => drop(table, feature, truncates)
    case AlterTableDropFeatureDeltaCommand(table, feature, truncates) =>
      drop(table, feature, truncates)
    case SetTableProperties(Delta(table), properties) => set(table, properties)
    case AlterTableSetPropertiesDeltaCommand(table, properties) => set(table, properties)
    case _ => ()
  }

  private object Delta {
    def unapply(plan: LogicalPlan): Option[DeltaTableV2] = plan match {
      case ResolvedTable(_, _, table: DeltaTableV2, _) => Some(table)
      case _ => None
    }
  }

  private def drop(table: DeltaTableV2, feature: String, truncates: Boolean): Unit =
    if (isJudged) {
      val here = session.asInstanceOf[classic.SparkSession]
      val name = table.catalogTable.fold[TableName](TableName.Path(table.path.toString))(entry =>
        TableName.Parts(entry.identifier.nameParts)
      )
      val refusal =
        // A failure here is ignored: Delta reports an unknown feature itself, and may be able to read a log that deltaward
        // cannot.
        try new DropPlans(here, new TableReader(here).read(name, TimeTravel.Latest))
            .foreseen(feature, truncates)
        catch { case NonFatal(_) => None }
      refusal.foreach(throw _)
    }

  private def set(table: DeltaTableV2, properties: Map[String, String]): Unit = {
    lazy val asked = DeltaConfigs.validateConfigurations(properties)
    if (isJudged && PropertyInquiry.commitsBefore(asked))
      PropertyInquiry.judge(table, asked)
  }

  private def isJudged: Boolean = !DryRun.isOn && RuleSettings.forSession(session).enabled
}
