package io.deltaward.commands

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.drops.{DropAction, DropPlanner, DropStep}
import io.deltaward.errors.Errors
import io.deltaward.names.{Identifier, Spelling}
import io.deltaward.protocol.{Features, Protocol}
import org.apache.spark.sql.delta.deltaward.{DeltaFeatures, DropInquiry}

/**
 * What dropping a feature takes.
 *
 * @param statement the statement itself
 * @param after     the protocol that it would leave; `None` where Delta refuses
 */
final case class DropPlan(statement: String, steps: Seq[DropStep], after: Option[Protocol]) {

  /** The step at which Delta ends the statement, to be run again; `None` where it goes through. */
  def waits: Option[DropStep] = steps.find(_.action == DropAction.Wait)
}

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
        DropPlan(statement, planner.plan(answer.mode), Some(answer.after))
    }
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
