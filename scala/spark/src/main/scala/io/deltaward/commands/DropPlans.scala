package io.deltaward.commands

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.conf.RuleSettings
import io.deltaward.drops.DropPlanner
import io.deltaward.errors.Errors
import io.deltaward.hook.CommitGuard
import io.deltaward.names.{Identifier, Spelling}
import io.deltaward.protocol.{Features, Protocol}
import io.deltaward.rules.{CheckpointProtection, Commit, TableSide}
import org.apache.spark.sql.delta.deltaward.{DeltaFeatures, DropInquiry}

/** Plans drops on one table, as it is now. */
final class DropPlans(session: SparkSession, at: TableAt) {

  private val location = at.location

  /**
   * @param feature whatever its case
   * @param gone    features that are dropped before
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_FEATURE`, with the nearest name
   */
  def plan(
      feature: String,
      truncatesHistory: Boolean,
      gone: Set[String] = Set.empty
  ): DropPlan = {
    val name = known(feature)
    val clause = if (truncatesHistory) " TRUNCATE HISTORY" else ""
    val statement = s"ALTER TABLE ${location.quoted} DROP FEATURE ${Identifier.quoted(name)}$clause"
    new DropInquiry(session, location.location, location.entry, location.quoted)
      .ask(name, truncatesHistory, gone) match {
      case Left(refusal) => DropPlan(statement, Seq(DropPlanner.refused(refusal)), None)
      case Right(answer) =>
        val planner = new DropPlanner(answer.facts, System.currentTimeMillis())
        judged(name, DropPlan(statement, planner.plan(answer.mode), Some(answer.after)))
    }
  }

  /** What the commit rules would say to the last commit, which the steps before it would have been for. */
  private def judged(feature: String, plan: DropPlan): DropPlan = {
    val guard = new CommitGuard(RuleSettings.of(session), location.quoted)
    val refusal = plan.after.flatMap(lower => guard.foresee(lastCommit(feature, plan, lower))._2)
    refusal.fold(plan)(plan.refusedWith)
  }

  private def lastCommit(feature: String, plan: DropPlan, lower: Protocol): Commit = {
    val before = TableSide(
      at.state.protocol,
      at.state.metadata.configuration,
      at.state.metadata.schemaString.getOrElse("")
    )
    val version = at.state.version + plan.steps.flatMap(_.commits).sum
    val boundary = Option.when(lower.supportedFeatures(CheckpointProtection.Feature))(
      CheckpointProtection.Property -> version.toString
    )
    val properties =
      if (feature == CheckpointProtection.Feature) before.properties - CheckpointProtection.Property
      else before.properties ++ boundary
    Commit(
      operation = "DROP FEATURE",
      version = version,
      before = Some(before),
      after = TableSide(lower, properties, before.schemaJson),
      protocolWritten = true,
      metadataWritten = true,
      defaults = Map.empty,
      historyCheckedByDelta = true,
      earliestReadableVersion = () => version
    )
  }

  private def known(feature: String): String = {
    val names =
      DeltaFeatures.running.features ++ Features.byName.keySet ++
        at.state.protocol.supportedFeatures
    names.find(_.equalsIgnoreCase(feature)).getOrElse(
      throw Errors.unknownFeature(feature, Spelling.nearest(feature, names))
    )
  }
}
