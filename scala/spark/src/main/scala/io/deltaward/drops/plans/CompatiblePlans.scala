package io.deltaward.drops.plans

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.Access
import io.deltaward.drops.{
  CompatiblePath,
  DropAction,
  DroppableSince,
  DropStep,
  Goal,
  NoPath,
  TableChange
}
import io.deltaward.errors.Errors
import io.deltaward.files.{ClientCatalog, ClientChoice}
import io.deltaward.protocol.{LowestProtocol, ProtocolProblem}
import io.deltaward.streams.StreamEffects
import io.deltaward.tables.{TableAtVersion, TableName, TableReader, TimeTravel}
import org.apache.spark.sql.delta.deltaward.{DeltaFeatures, ProtectingSession}

/** Plans how to make a table, as it is now, compatible with a client. */
final class CompatiblePlans(
    session: SparkSession,
    table: TableName,
    choice: ClientChoice,
    accesses: Seq[Access]
) {
  private val reader = new TableReader(session)
  private val client = ClientCatalog.client(ClientCatalog.forSession(session), choice)
  private val releases =
    choice.version.fold(client.newest)(client.releasesAt).filter(choice.includes)
  private val delta = DeltaFeatures.runningIn(session)
  private val who = choice.textFor(client.id)

  /** Returns the table, as a statement names it. */
  def name: String = table.quoted

  def version: Long = reader.read(table, TimeTravel.Latest).state.version

  /**
   * Returns the plan.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_CANNOT_MAKE_COMPATIBLE`, or an error about the name
   */
  def plan(): CompatiblePlan = {
    val at = read()
    val needed = changes(at)
    val history = new ProtectedHistory(session, table, at)
    if (needed.nonEmpty) history.requireKept(who)
    val tables = needed.scanLeft(at.table)((table, change) => change.applyTo(table, delta))
    val plans = new DropPlans(session, at, history.boundary)
    plans.reclusteringRefusal(needed).foreach { refused =>
      throw Errors.dropRefused(who, "columnMapping", refused)
    }
    val steps = needed.zip(tables).zip(tables.drop(1)).foldLeft(Seq.empty[PlannedChange]) {
      case (done, ((change, before), after)) =>
        val plan = planOf(at, plans, done, change)
        done :+ PlannedChange(
          change,
          plan,
          ClientChanges.between(session, before, after),
          StreamEffects.compare(before, after)
        )
    }
    CompatiblePlan(at.state.version, steps)
  }

  /** Returns the session in which the statements of a plan run. Delta's cleanups keep protected checkpoints there. */
  def runningSession: SparkSession =
    if (new ProtectedHistory(session, table, read()).boundary.isEmpty) session
    else ProtectingSession.forSession(session)

  /** Returns the statements that are needed now, without their figures. */
  def changes(): Seq[TableChange] = changes(read())

  private def read(): TableAtVersion = reader.judged(table, TimeTravel.Latest, releases)

  private def changes(at: TableAtVersion): Seq[TableChange] = {
    val protocol = at.state.protocol
    ProtocolProblem.findIn(protocol).headOption.foreach(p => throw Errors.invalidProtocol(p))
    val plans = new DropPlans(session, at)
    val path = for {
      goal <- Goal.fromReleases(releases, accesses)
      changes <- new CompatiblePath(delta, plans, goal).plan(protocol, at.features)
    } yield plans.keepingClustering(changes)
    path.fold(problem => throw noPath(problem, at), identity)
  }

  /** @param done statements that run before this one */
  private def planOf(
      at: TableAtVersion,
      plans: DropPlans,
      done: Seq[PlannedChange],
      change: TableChange
  ): DropPlan = change match {
    case TableChange.Normalize =>
      DropPlan(
        change.sql(at.location.quoted),
        Seq(DropStep(DropAction.Drop, "Write the lower protocol.", commits = Some(1))),
        Some(LowestProtocol.lower(at.state.protocol))
      )
    case _: TableChange.SetProperty | _: TableChange.ClusterBy =>
      plans.ofOneCommit(change, Earlier.fromChanges(done))
    case TableChange.Drop(feature, truncates) => drop(plans, done, feature, truncates)
    case TableChange.Disuse(feature) =>
      val plan = drop(plans, done, feature, truncates = true)
      if (plan.isHeld) plan else plan.untilItWaits
  }

  private def drop(
      plans: DropPlans,
      done: Seq[PlannedChange],
      feature: String,
      truncates: Boolean
  ): DropPlan = {
    val plan = plans.plan(feature, truncates, Earlier.fromChanges(done)).sparing
    plan.refusal.foreach(throw _)
    plan.steps.find(_.isRefused).foreach { refused =>
      throw Errors.dropRefused(who, feature, refused)
    }
    plan
  }

  /** Returns an access that can be asked for alone, if both together cannot be had. */
  private def other: Option[Access] =
    if (accesses.sizeIs > 1)
      accesses.find(access => Goal.fromReleases(releases, Seq(access)).isRight)
    else None

  private def noPath(problem: NoPath, at: TableAtVersion): Throwable = problem match {
    case NoPath.NotOffered(access) => Errors.notOffered(who, access, other)
    case NoPath.NoEvidence(reasons) => Errors.noEvidence(who, reasons, other)
    case NoPath.NotTheTable(failure) => Errors.notTheTable(who, failure)
    case NoPath.NotDroppable(features) =>
      Errors.notDroppable(
        who,
        features,
        new TableCopy(session).statement(at, features),
        if (features.exists(delta.droppable)) None else DroppableSince.hint(features)
      )
  }
}
