package io.deltaward.plans

import scala.collection.mutable

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.conf.RuleSettings
import io.deltaward.drops.{CleanableLog, DropAction, DropPlanner, DropPolicy, DropStep}
import io.deltaward.drops.Change.Drop
import io.deltaward.errors.{CommitRefusedException, Errors}
import io.deltaward.features.TableDescriptor
import io.deltaward.hook.{CommitGuard, TablePlaces}
import io.deltaward.names.Spelling
import io.deltaward.protocol.{Features, LowestProtocol, Protocol}
import io.deltaward.protocol.Boundary
import io.deltaward.rules.{Change, Commit}
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
   * @param since   the log once they are; `None` for the log as it is now
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_FEATURE`, with the nearest name
   */
  def plan(
      feature: String,
      truncatesHistory: Boolean,
      gone: Set[String] = Set.empty,
      since: Option[CleanableLog.Then] = None
  ): DropPlan = {
    val name = known(feature)
    val statement = Drop(feature, truncatesHistory).sql(location.quoted)
    inquiry.ask(feature, truncatesHistory, gone) match {
      case Left(refusal) => DropPlan(statement, Seq(DropPlanner.refused(refusal)), None)
      case Right(answer) =>
        val facts = since.fold(answer.facts)(later => answer.facts.copy(log = later.log))
        val planner = new DropPlanner(facts, since.fold(System.currentTimeMillis())(_.at))
        val steps = planner.plan(answer.mode)
        val plan =
          DropPlan(statement, steps, Some(answer.after), leaves = Some(planner.left(steps)))
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
    inquiry.ask(feature, truncatesHistory, Set.empty).toOption.map { answer =>
      val steps =
        new DropPlanner(answer.facts, System.currentTimeMillis()).plan(answer.mode)
      DropEnding(
        lastCommit(name, Set.empty, steps.flatMap(_.commits).sum, answer.after),
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
      .flatMap(refusal(name, Set.empty, commits = 1, _))
  }

  private lazy val settings = RuleSettings.of(session)
  private lazy val place = new TablePlaces(session).at(location.location, location.entry)
  private val allowed = mutable.HashMap.empty[(String, Set[String], Protocol), Boolean]

  /** Asked again and again for the clients of one table. */
  override def allows(feature: String, gone: Set[String], after: Protocol): Boolean =
    allowed.getOrElseUpdate(
      (feature, gone, after),
      !settings.enabled || refusal(feature, gone, commits = 1, after).isEmpty
    )

  private def judged(feature: String, gone: Set[String], plan: DropPlan): DropPlan =
    plan.after
      .flatMap(after =>
        refusal(feature, gone, plan.steps.flatMap(_.commits).sum, without(gone, after))
      )
      .fold(plan)(plan.refusedWith)

  /** What the commit rules would say to the last commit, which the steps before it would have been for. */
  private def refusal(
      feature: String,
      gone: Set[String],
      commits: Int,
      lower: Protocol
  ): Option[CommitRefusedException] =
    new CommitGuard(settings, location.quoted)
      .foresee(lastCommit(feature, gone, commits, lower))._2

  private def without(gone: Set[String], protocol: Protocol): Protocol =
    if (gone.isEmpty) protocol
    else LowestProtocol.supporting((protocol.supportedFeatures -- gone).map(protocol.feature))

  private def lastCommit(
      feature: String,
      gone: Set[String],
      commits: Int,
      lower: Protocol
  ): Commit = {
    val metadata = at.state.metadata
    val now = TableDescriptor(
      without(gone, at.state.protocol),
      metadata.configuration,
      metadata.schemaString.getOrElse("")
    )
    val table = gone.foldLeft(now)(_ disabling _)
    val before = TableDescriptor(table.protocol, table.properties, table.schemaJson)
    val version = at.state.version + commits
    val boundary = Option.when(lower.supportedFeatures(Boundary.Feature))(
      Boundary.Property -> version.toString
    )
    val properties = table.disabling(feature).properties ++ boundary
    Commit(
      operation = "DROP FEATURE",
      version = version,
      before = Some(before),
      after = TableDescriptor(lower, properties, before.schemaJson),
      change = Change.Altering,
      protocolWritten = true,
      metadataWritten = true,
      defaults = Map.empty,
      knownOtherwise = DeltaFeatures.knownOtherwise,
      historyCheckedByDelta = true,
      // Delta does not drop a feature before the history that must go with it has gone.
      earliestReadableVersion = () => Long.MaxValue,
      reachedBoundary = () => before.boundary.filter(_ <= at.state.version).getOrElse(0L),
      place = () => place
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
