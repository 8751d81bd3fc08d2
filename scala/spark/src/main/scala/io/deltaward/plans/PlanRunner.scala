package io.deltaward.plans

import org.apache.spark.SparkThrowable

import io.deltaward.drops.Change
import io.deltaward.errors.Errors

/**
 * A statement of a plan.
 *
 * @param status  PLANNED, DONE or WAITING
 * @param version the newest version after it; `None` where it has not run
 */
final case class PlannedRun(step: PlannedChange, status: String, version: Option[Long])

/**
 * Runs the statements of a plan one after the other. Before each it looks at the table again, so that nothing is done
 * that is no longer needed.
 *
 * @param execute runs one statement
 */
final class PlanRunner(plans: CompatiblePlans, execute: String => Any) {

  /**
   * Up to and with the first statement that has to wait.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_STALE_PLAN`
   */
  def run(plan: CompatiblePlan): Seq[PlannedRun] = {
    if (plans.version != plan.version) requireNeeded(plan.steps)
    steps(plan.steps)
  }

  private def steps(left: Seq[PlannedChange]): Seq[PlannedRun] =
    left.headOption.fold(Seq.empty[PlannedRun]) { next =>
      if (waits(next)) Seq(PlannedRun(next, "WAITING", Some(plans.version)))
      else {
        val done = PlannedRun(next, PlanRunner.Done, Some(plans.version))
        if (left.sizeIs > 1) requireNeeded(left.tail)
        done +: steps(left.tail)
      }
    }

  private def requireNeeded(left: Seq[PlannedChange]): Unit =
    if (plans.changes() != left.map(_.change))
      throw Errors.stale(plans.name, left.head.plan.statement)

  /** Delta ends a drop that has to wait with an error; where the feature may stay, nothing is left to wait for. */
  private def waits(step: PlannedChange): Boolean =
    step.plan.isHeld ||
      (try {
        execute(step.plan.statement)
        false
      } catch {
        case error: Throwable with SparkThrowable if PlanRunner.waiting(error.getCondition) =>
          !step.change.isInstanceOf[Change.Disuse]
      })
}

object PlanRunner {

  val Done = "DONE"

  def planned(step: PlannedChange): PlannedRun = PlannedRun(step, "PLANNED", None)

  private val waiting: Set[String] = Set(
    "DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD",
    "DELTA_FEATURE_DROP_HISTORICAL_VERSIONS_EXIST",
    "DELTA_FEATURE_DROP_CHECKPOINT_PROTECTION_WAIT_FOR_RETENTION_PERIOD"
  )
}
