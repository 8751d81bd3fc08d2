package io.deltaward.drops.plans

import io.deltaward.drops.{CleanableLog, DropAction, DropStep}
import io.deltaward.errors.{CommitRefusedException, Errors}
import io.deltaward.protocol.Protocol

/**
 * What dropping a feature takes.
 *
 * @param statement the statement itself
 * @param after     the protocol that it would leave; `None` where Delta refuses
 * @param patient   the steps if it is not run before it comes about; `None` if a run now deletes no history in vain
 * @param leaves    the log at its end; `None` where Delta refuses
 * @param refusal   what a commit rule would say to the last commit; `None` where none would object
 */
final case class DropPlan(
    statement: String,
    steps: Seq[DropStep],
    after: Option[Protocol],
    patient: Option[Seq[DropStep]] = None,
    leaves: Option[CleanableLog.Then] = None,
    refusal: Option[CommitRefusedException] = None
) {

  /** The step at which Delta ends the statement, to be run again; `None` where it goes through. */
  def waits: Option[DropStep] = steps.find(_.action == DropAction.Wait)

  /** The same plan with a wait until another moment, in milliseconds since the epoch. */
  def waitingUntil(moment: Long): DropPlan = copy(steps = steps.map { step =>
    if (step.action == DropAction.Wait) step.copy(earliest = Some(moment)) else step
  })

  /** Checks whether the plan begins with a wait, so that the statement is not run now. */
  def isHeld: Boolean = steps.headOption.exists(_.action == DropAction.Wait)

  /** The plan of a run that deletes history only if the feature goes. */
  def sparing: DropPlan = patient.fold(this)(steps => copy(steps = steps))

  /** What is done before Delta makes it wait. */
  def untilItWaits: DropPlan = copy(steps = steps.takeWhile(_.action != DropAction.Wait))

  /**
   * The statement is refused for its last commit before it makes the first.
   *
   * @param remedy the statement to run first, if one helps
   */
  def refusedWith(error: CommitRefusedException, remedy: Option[String]): DropPlan = copy(
    steps = Seq(
      DropStep(
        DropAction.Refuse,
        Errors.foreseen(error),
        condition = Some(error.getCondition),
        statement = remedy
      )
    ),
    after = None,
    refusal = Some(error)
  )
}
