package io.deltaward.plans

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.conf.RuleSettings
import io.deltaward.drops.{CleanableLog, DropAction, DropPlanner, DropPolicy, DropStep}
import io.deltaward.drops.Change.{Drop, EnableVectors}
import io.deltaward.errors.{CommitRefusedException, Errors}
import io.deltaward.hook.TablePlaces
import io.deltaward.names.Spelling
import io.deltaward.protocol.{Features, LowestProtocol, Protocol}
import io.deltaward.rules.Commit
import io.deltaward.tables.TableAtVersion
import org.apache.spark.sql.delta.deltaward.{DeltaFeatures, DropInquiry}

/**
 * How a drop ends.
 *
 * @param commit the last one
 * @param waits  the step at which Delta ends the statement before, with an error
 */
final case class DropEnding(commit: Commit, waits: Option[DropStep])

/**
 * Plans drops on one table, as it is now.
 *
 * @param boundary that which cleanups of the log are made to keep to; `None` for what Delta does by itself
 */
final class DropPlans(session: SparkSession, at: TableAtVersion, boundary: Option[Long] = None)
    extends DropPolicy {

  private val location = at.location

  private lazy val inquiry =
    new DropInquiry(session, location.location, location.entry, location.quoted, boundary)

  /**
   * @param feature as Delta is asked for it, which goes by its case
   * @param gone    features that are dropped before
   * @param enabled features that are turned on before
   * @param since   the log once that is done; `None` for the log as it is now
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_FEATURE`, with the nearest name
   */
  def plan(
      feature: String,
      truncatesHistory: Boolean,
      gone: Set[String] = Set.empty,
      enabled: Set[String] = Set.empty,
      since: Option[CleanableLog.Then] = None
  ): DropPlan = {
    val name = known(feature)
    val statement = Drop(feature, truncatesHistory).sql(location.quoted)
    inquiry.ask(feature, truncatesHistory, gone, enabled) match {
      case Left(refusal) => DropPlan(statement, Seq(DropPlanner.refused(refusal)), None)
      case Right(answer) =>
        val facts = since.fold(answer.facts)(later => answer.facts.copy(log = later.log))
        val planner = new DropPlanner(facts, since.fold(System.currentTimeMillis())(_.at))
        val steps = planner.plan(answer.mode)
        val plan = DropPlan(
          statement,
          steps,
          Some(answer.after),
          planner.patient(answer.mode).map(_.map(withRemedy)),
          Some(planner.left(steps))
        )
        judged(name, gone, plan)
    }
  }

  /**
   * How the drop would end; `None` where Delta refuses to begin.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_FEATURE`, with the nearest name
   */
  def ending(feature: String, truncatesHistory: Boolean): Option[DropEnding] = {
    val name = known(feature)
    inquiry.ask(feature, truncatesHistory, Set.empty, Set.empty).toOption.map { answer =>
      val steps =
        new DropPlanner(answer.facts, System.currentTimeMillis()).plan(answer.mode)
      DropEnding(
        rules.lastCommit(name, Set.empty, steps.flatMap(_.commits).sum, answer.after),
        steps.find(_.action == DropAction.Wait)
      )
    }
  }

  /**
   * What the commit rules would say to the last commit of the drop, without a plan of how it gets there; `None` also where
   * Delta refuses the drop itself.
   */
  def foreseen(feature: String, truncatesHistory: Boolean): Option[CommitRefusedException] = {
    val name = known(feature)
    inquiry.protocolAfter(feature, truncatesHistory).toOption
      .flatMap(rules.refusal(name, Set.empty, commits = 1, _))
  }

  private lazy val place = new TablePlaces(session).at(location.location, location.entry)
  private lazy val rules = new ForeseenDrops(
    RuleSettings.of(session),
    at,
    place,
    inquiry.clusteringByPhysicalNames
  )

  override def allows(feature: String, gone: Set[String], after: Protocol): Boolean =
    rules.allows(feature, gone, after)

  private def judged(feature: String, gone: Set[String], plan: DropPlan): DropPlan =
    plan.after
      .flatMap(after =>
        rules.refusal(
          feature,
          gone,
          plan.steps.flatMap(_.commits).sum,
          LowestProtocol.without(after, gone)
        )
      )
      .fold(plan)(error => plan.refusedWith(error, remedy(error)))

  /** Only deletion vectors need a run before the one that drops them; Delta starts over if they are turned on. */
  private def withRemedy(step: DropStep): DropStep =
    if (step.isRefused) step.copy(statement = Some(EnableVectors.sql(location.quoted))) else step

  /** Turning deletion vectors on. */
  def enabling: DropPlan = DropPlan(
    EnableVectors.sql(location.quoted),
    Seq(DropStep(DropAction.Enable, "Set delta.enableDeletionVectors to true.", commits = Some(1))),
    Some(at.state.protocol),
    leaves = Some(inquiry.logAfterCommit)
  )

  /** Returns the statement to run first, so that the rule accepts the drop. */
  private def remedy(error: CommitRefusedException): Option[String] =
    Option.when(error.getCondition.endsWith(".CLUSTERING_UNREADABLE"))(
      s"ALTER TABLE ${location.quoted} CLUSTER BY NONE"
    )

  private def known(feature: String): String = {
    val names =
      DeltaFeatures.running.features ++ Features.byName.keySet ++
        at.state.protocol.supportedFeatures
    names.find(_.equalsIgnoreCase(feature)).getOrElse(
      throw Errors.unknownFeature(feature, Spelling.nearest(feature, names))
    )
  }
}
