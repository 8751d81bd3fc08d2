package io.deltaward.drops.plans

import scala.util.Try
import scala.util.control.NonFatal

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.delta.DeltaConcurrentModificationException

import io.deltaward.drops.TableChange
import io.deltaward.errors.{Cancelled, ErrorCondition, Errors}

/**
 * The state of a statement of a plan.
 *
 * @param status  PLANNED, DONE or WAITING
 * @param version newest version after the statement; `None` if it has not run
 */
final case class PlannedRun(step: PlannedChange, status: String, version: Option[Long])

/**
 * Runs the statements of a plan one after the other. It checks the table before each statement, so that it does nothing that
 * is no longer needed.
 *
 * @param execute runs one statement
 */
final class PlanRunner(plans: CompatiblePlans, execute: String => Any) {

  /**
   * Runs the statements up to the first one that must wait, and returns that one too.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_STALE_PLAN`
   */
  def run(plan: CompatiblePlan): Seq[PlannedRun] = {
    if (plans.version != plan.version) requireNeeded(plan.steps)
    steps(Nil, plan.steps)
  }

  private def steps(done: Seq[PlannedChange], left: Seq[PlannedChange]): Seq[PlannedRun] =
    left.headOption.fold(Seq.empty[PlannedRun]) { next =>
      val waiting = undoingOnFailure(done, left) {
        if (done.nonEmpty) requireNeeded(left)
        runUnlessItWaits(next, done.size)
      }
      if (waiting) Seq(PlannedRun(untilNow(next), "WAITING", Some(plans.version)))
      else PlannedRun(next, PlanRunner.Done, Some(plans.version)) +: steps(done :+ next, left.tail)
    }

  /** Plans the wait again, since it starts with the commits that the statement has now made. */
  private def untilNow(step: PlannedChange): PlannedChange = {
    val again = Try(plans.plan()).toOption.flatMap(_.steps.find(_.change == step.change))
    val until = again.flatMap(_.plan.waits).flatMap(_.earliest)
    until.fold(step)(moment => step.copy(plan = step.plan.waitingUntil(moment)))
  }

  /** Undoes the changes that only prepare a drop, if a later statement fails. */
  private def undoingOnFailure[A](
      done: Seq[PlannedChange],
      left: Seq[PlannedChange]
  )(body: => A): A =
    try body
    catch {
      case NonFatal(error) =>
        done.flatMap(step => undoOf(step.change, left.map(_.change))).filter(isMissing).foreach {
          undo =>
            Try(execute(undo.sql(plans.name))).failed.foreach(error.addSuppressed)
        }
        throw error
    }

  /** Returns the change that undoes another one, as long as the drop that it prepares has not run. */
  private def undoOf(done: TableChange, left: Seq[TableChange]): Option[TableChange] = done match {
    case TableChange.ClusterBy.none => left.collectFirst { case again: TableChange.ClusterBy =>
        again
      }
    case TableChange.EnableVectors =>
      Option.when(left.exists(dropsVectors))(TableChange.DisableVectors)
    case _ => None
  }

  /** Checks that nobody has clustered the table since the plan removed its clustering. */
  private def isMissing(undo: TableChange): Boolean =
    !undo.isInstanceOf[TableChange.ClusterBy] || !Try(isClustered(plans.changes())).getOrElse(false)

  private def dropsVectors(change: TableChange): Boolean = change match {
    case TableChange.Drop(TableChange.Vectors, _) | TableChange.Disuse(TableChange.Vectors) => true
    case _ => false
  }

  /**
   * Checks that the table still needs exactly these statements. A table that lost its clustering for a drop no longer shows
   * it, so only a clustering that was added since counts.
   */
  private def requireNeeded(left: Seq[PlannedChange]): Unit = {
    val (needed, planned) = (plans.changes(), left.map(_.change))
    if (
      isClustered(needed) && !isClustered(planned) ||
      withoutClustering(needed) != withoutClustering(planned)
    )
      throw Errors.stale(plans.name, left.head.plan.statement)
  }

  /** Checks whether statements start from a clustered table. */
  private def isClustered(changes: Seq[TableChange]): Boolean =
    changes.contains(TableChange.ClusterBy.none)

  private def withoutClustering(changes: Seq[TableChange]): Seq[TableChange] =
    changes.filterNot(_.isInstanceOf[TableChange.ClusterBy])

  /**
   * Runs a statement and returns whether it must wait. Delta ends a drop that must wait with an error. If the feature may
   * stay, there is nothing to wait for.
   */
  private def runUnlessItWaits(step: PlannedChange, before: Int): Boolean =
    step.plan.isHeld ||
      (try {
        execute(step.plan.statement)
        false
      } catch {
        case error: Throwable with SparkThrowable if PlanRunner.waiting(ErrorCondition.of(error)) =>
          !step.change.isInstanceOf[TableChange.Disuse]
        case NonFatal(error) if !PlanRunner.isToldAsItIs(error) =>
          throw Errors.planFailed(step.plan.statement, before, error)
      })
}

object PlanRunner {

  val Done = "DONE"

  /** Checks whether an error says by itself what to do, as conflicts, cancelled jobs and deltaward's own errors do. */
  private def isToldAsItIs(error: Throwable): Boolean = error match {
    case _: DeltaConcurrentModificationException => true
    case known: SparkThrowable =>
      val condition = String.valueOf(ErrorCondition.of(known))
      condition.startsWith("DELTAWARD_") || Cancelled.is(known)
    case _ => false
  }

  def planned(step: PlannedChange): PlannedRun = PlannedRun(step, "PLANNED", None)

  private val waiting: Set[String] = Set(
    "DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD",
    "DELTA_FEATURE_DROP_HISTORICAL_VERSIONS_EXIST",
    "DELTA_FEATURE_DROP_CHECKPOINT_PROTECTION_WAIT_FOR_RETENTION_PERIOD"
  )
}
