package io.deltaward.drops.plans

import io.deltaward.drops.{CleanableLog, DropAction, DropStep}
import io.deltaward.errors.{CommitRefusedException, ErrorCondition, Errors}
import io.deltaward.protocol.Protocol

/**
 * The plan of a statement that drops a feature.
 *
 * @param statement the statement itself
 * @param after     protocol after the drop; `None` if Delta refuses
 * @param patient   steps of a run that is delayed until the drop can succeed; `None` if a run now deletes no history in vain
 * @param leaves    log after the drop; `None` if Delta refuses
 * @param refusal   error of a commit rule for the last commit; `None` if no rule objects
 */
final case class DropPlan(
    statement: String,
    steps: Seq[DropStep],
    after: Option[Protocol],
    patient: Option[Seq[DropStep]] = None,
    leaves: Option[CleanableLog.Then] = None,
    refusal: Option[CommitRefusedException] = None
) {

  /**
   * Returns the step at which Delta ends the statement, which must run again later. Returns `None` if it runs to the end.
   */
  def waits: Option[DropStep] = steps.find(_.action == DropAction.Wait)

  /** Returns the plan with a wait until another moment, in milliseconds since the epoch. */
  def waitingUntil(moment: Long): DropPlan = copy(steps = steps.map { step =>
    if (step.action == DropAction.Wait) step.copy(earliest = Some(moment)) else step
  })

  /** Checks whether the plan begins with a wait. The statement must not run then. */
  def isHeld: Boolean = steps.headOption.exists(_.action == DropAction.Wait)

  /** Returns the plan of a run that deletes history only if it also drops the feature. */
  def sparing: DropPlan = patient.fold(this)(steps => copy(steps = steps))

  /** Returns the plan with the steps before Delta's wait. */
  def untilItWaits: DropPlan = copy(steps = steps.takeWhile(_.action != DropAction.Wait))

  /**
   * Returns a plan that is refused because of its last commit, before the first is made.
   *
   * @param remedy statement to run first, if one helps
   */
  def refusedWith(error: CommitRefusedException, remedy: Option[String]): DropPlan = copy(
    steps = Seq(
      DropStep(
        DropAction.Refuse,
        Errors.foreseen(error),
        condition = Some(ErrorCondition.of(error)),
        statement = remedy
      )
    ),
    after = None,
    refusal = Some(error)
  )
}
