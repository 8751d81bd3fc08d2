package io.deltaward.drops.plans

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.drops.{DropAction, DropPlanner, DropPolicy, DropStep, TableChange}
import io.deltaward.drops.TableChange.{ClusterBy, Drop, EnableVectors}
import io.deltaward.errors.{CommitRefusedException, ErrorCondition, Errors}
import io.deltaward.guard.RuleSettings
import io.deltaward.guard.TablePlaces
import io.deltaward.protocol.{Features, LowestProtocol, Protocol}
import io.deltaward.rules.Commit
import io.deltaward.tables.TableAtVersion
import io.deltaward.text.Spelling
import org.apache.spark.sql.delta.deltaward.{DeltaFeatures, DropInquiry}

/**
 * The end of a drop.
 *
 * @param commit last commit of the drop
 * @param waits  step before the last commit at which Delta ends the statement with an error
 */
final case class DropEnding(commit: Commit, waits: Option[DropStep])

/**
 * Plans drops on one table as it is now.
 *
 * @param boundary version before which cleanups of the log delete all versions or none; `None` for Delta's own cleanups
 */
final class DropPlans(session: SparkSession, at: TableAtVersion, boundary: Option[Long] = None)
    extends DropPolicy {

  private val location = at.location

  private lazy val inquiry =
    new DropInquiry(session, location.location, location.entry, location.quoted, boundary)

  /**
   * Plans the drop of one feature.
   *
   * @param feature feature name as passed to Delta, which is case-sensitive
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_FEATURE`, with the nearest name
   */
  def plan(
      feature: String,
      truncatesHistory: Boolean,
      earlier: Earlier = Earlier()
  ): DropPlan = {
    val name = known(feature)
    val statement = Drop(feature, truncatesHistory).sql(location.quoted)
    inquiry.ask(feature, truncatesHistory, earlier.gone, earlier.enabled) match {
      case Left(refusal) => DropPlan(statement, Seq(DropPlanner.refused(refusal)), None)
      case Right(answer) =>
        val facts = earlier.log.fold(answer.facts)(later => answer.facts.copy(log = later.log))
        val planner = new DropPlanner(facts, earlier.log.fold(System.currentTimeMillis())(_.at))
        val steps = planner.plan(answer.mode)
        val plan = DropPlan(
          statement,
          steps,
          Some(answer.after),
          planner.patient(answer.mode).map(_.map(withRemedy)),
          Some(planner.left(steps))
        )
        judged(name, earlier, plan)
    }
  }

  /**
   * Returns how the drop would end, or `None` if Delta refuses to begin.
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
   * Returns the error of the commit rules for the last commit of the drop, without planning its steps. Returns `None` also
   * if Delta itself refuses the drop.
   */
  def foreseen(feature: String, truncatesHistory: Boolean): Option[CommitRefusedException] = {
    val name = known(feature)
    inquiry.protocolAfter(feature, truncatesHistory).toOption
      .flatMap(rules.refusal(name, Set.empty, commits = 1, _))
  }

  private lazy val place = new TablePlaces(session).find(location.location, location.entry)
  private lazy val rules = foreseenDrops(inquiry.clusteringByPhysicalNames)
  private lazy val onceUnclustered = foreseenDrops(Nil)

  private def foreseenDrops(clustering: => Seq[String]): ForeseenDrops =
    new ForeseenDrops(RuleSettings.forSession(session), at, place, clustering)

  /** Checks a drop as if the table had no clustering, since statements before and after the drop keep it. */
  override def allows(feature: String, gone: Set[String], after: Protocol): Boolean =
    onceUnclustered.allows(feature, gone, after)

  /** Returns the statements of a path, with those that keep the clustering. */
  def keepingClustering(changes: Seq[TableChange]): Seq[TableChange] =
    ClusterBy.surround(changes, inquiry.clusteringByPhysicalNames)

  /**
   * Returns why Delta would refuse to cluster the table again. Returns `None` if these statements do not cluster it, or if
   * Delta would accept.
   */
  def reclusteringRefusal(changes: Seq[TableChange]): Option[DropStep] =
    if (changes.contains(ClusterBy.none)) inquiry.reclusteringRefusal.map(DropPlanner.refused)
    else None

  private def judged(feature: String, earlier: Earlier, plan: DropPlan): DropPlan =
    plan.after
      .flatMap { after =>
        val foreseen = if (earlier.isUnclustered) onceUnclustered else rules
        foreseen.refusal(
          feature,
          earlier.gone,
          plan.steps.flatMap(_.commits).sum,
          LowestProtocol.lowerWithout(after, earlier.gone)
        )
      }
      .fold(plan)(error => plan.refusedWith(error, remedy(error)))

  /**
   * Adds the statement to run before a refused step. Only dropping deletion vectors needs one: turning them on makes Delta
   * start over.
   */
  private def withRemedy(step: DropStep): DropStep =
    if (step.isRefused) step.copy(statement = Some(EnableVectors.sql(location.quoted))) else step

  /** Returns the plan of a statement that makes one commit and keeps the protocol. */
  def ofOneCommit(change: TableChange, earlier: Earlier): DropPlan = {
    val sql = change.sql(location.quoted)
    DropPlan(
      sql,
      Seq(DropStep(DropAction.Alter, s"Run $sql.", commits = Some(1))),
      Some(at.state.protocol),
      leaves = Some(inquiry.logAfterCommit(earlier.log))
    )
  }

  /**
   * Returns the statement to run first so that the rule accepts the drop. Returns `None` if the table could not be clustered
   * again.
   */
  private def remedy(error: CommitRefusedException): Option[String] =
    Option.when(
      ErrorCondition.of(error).endsWith(".CLUSTERING_UNREADABLE") &&
        inquiry.reclusteringRefusal.isEmpty
    )(ClusterBy.none.sql(location.quoted))

  private def known(feature: String): String = {
    val names =
      DeltaFeatures.running.features ++ Features.byName.keySet ++
        at.state.protocol.supportedFeatures
    names.find(_.equalsIgnoreCase(feature)).getOrElse(
      throw Errors.unknownFeature(feature, Spelling.nearest(feature, names))
    )
  }
}
