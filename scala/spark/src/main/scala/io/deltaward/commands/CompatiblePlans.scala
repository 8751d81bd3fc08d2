package io.deltaward.commands

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.Access
import io.deltaward.drops.{Change, CompatiblePath, DropAction, DropStep, Goal, NoPath}
import io.deltaward.errors.{Errors, PlanErrors}
import io.deltaward.protocol.{LowestProtocol, ProtocolProblem}
import io.deltaward.sql.{ClientChoice, TableName, TimeTravel}
import org.apache.spark.sql.delta.deltaward.{DeltaFeatures, ProtectingSession}

/**
 * @param version of the table, as it was planned for
 * @param steps   each change with its statement and figures
 */
final case class CompatiblePlan(version: Long, steps: Seq[(Change, DropPlan)])

/** What it takes to make a table compatible with a client, as the table is now. */
final class CompatiblePlans(
    session: SparkSession,
    table: TableName,
    choice: ClientChoice,
    accesses: Seq[Access]
) {
  private val reader = new TableReader(session)
  private val client = ClientCatalog.client(ClientCatalog.of(session), choice.name)
  private val releases = choice.version.fold(client.newest)(client.at)
  private val who = (client.id +: choice.version.toSeq).mkString(" ")

  /** The table, as a statement names it. */
  def name: String = table.quoted

  def version: Long = reader.read(table, TimeTravel.Latest).state.version

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_CANNOT_MAKE_COMPATIBLE`, and those of the name */
  def plan(): CompatiblePlan = {
    val at = read()
    val needed = changes(at)
    val history = new ProtectedHistory(session, table, at)
    if (needed.nonEmpty) history.requireKept(who)
    val steps = needed.map(change => change -> planOf(at, needed, change, history.boundary))
    CompatiblePlan(at.state.version, steps)
  }

  /** Where the statements of a plan run: Delta's cleanups keep protected checkpoints there. */
  def runningSession: SparkSession =
    if (new ProtectedHistory(session, table, read()).boundary.isEmpty) session
    else ProtectingSession.of(session)

  /** What is needed now, without the figures. */
  def changes(): Seq[Change] = changes(read())

  private def read(): TableAt = reader.judged(table, TimeTravel.Latest, releases)

  private def changes(at: TableAt): Seq[Change] = {
    val protocol = at.state.protocol
    ProtocolProblem.in(protocol).headOption.foreach(p => throw Errors.invalidProtocol(p))
    val path = for {
      goal <- Goal.of(releases, accesses)
      changes <- new CompatiblePath(DeltaFeatures.running, goal).from(protocol, at.features)
    } yield changes
    path.fold(problem => throw noPath(problem, at), identity)
  }

  private def planOf(
      at: TableAt,
      all: Seq[Change],
      change: Change,
      boundary: Option[Long]
  ): DropPlan = change match {
    case Change.Normalize =>
      DropPlan(
        s"ALTER TABLE ${at.location.quoted} NORMALIZE PROTOCOL",
        Seq(DropStep(DropAction.Drop, "Write the lower protocol.", commits = Some(1))),
        Some(LowestProtocol.of(at.state.protocol))
      )
    case Change.Drop(feature, truncates) =>
      val before = all.takeWhile(_ != change).collect { case Change.Drop(name, _) => name }
      val plan = new DropPlans(session, at, boundary).plan(feature, truncates, before.toSet)
      plan.refusal.foreach(throw _)
      plan.steps.find(_.isRefused).foreach { refused =>
        throw PlanErrors.dropRefused(who, feature, refused)
      }
      plan
  }

  private def noPath(problem: NoPath, at: TableAt): Throwable = problem match {
    case NoPath.NotOffered(access) => PlanErrors.notOffered(who, access)
    case NoPath.NoEvidence(reasons) => PlanErrors.noEvidence(who, reasons)
    case NoPath.NotTheTable => PlanErrors.notTheTable(who)
    case NoPath.NotDroppable(features) =>
      PlanErrors.notDroppable(who, features, TableCopy.statement(at, features))
  }
}
