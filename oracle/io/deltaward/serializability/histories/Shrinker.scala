package io.deltaward.serializability.histories

import io.deltaward.serializability.model.Restore
import io.deltaward.serializability.schedule.Step

/** Shrinks a failing history as long as it still fails. */
object Shrinker {

  /**
   * @param fails    whether a history still fails
   * @param attempts greatest number of histories to try
   */
  def shrink(history: History, attempts: Int)(fails: History => Boolean): History = {
    val left = Iterator.range(0, attempts)
    def smallest(of: History): History =
      candidates(of).find(smaller => left.nextOption().nonEmpty && fails(smaller)) match {
        case Some(smaller) => smallest(smaller)
        case None => of
      }
    smallest(history)
  }

  /** Returns histories that are smaller by one thing, the most promising first. */
  private def candidates(history: History): Iterator[History] =
    history.ops.indices.reverseIterator.map(history.remove) ++
      withoutStep(history) ++ withPlainSession(history) ++
      history.shape.simpler.iterator.map(shape => history.copy(shape = shape)) ++
      history.forms.indices.iterator.filter(history.forms(_) > 0)
        .map(i => history.copy(forms = history.forms.updated(i, 0))) ++
      (if (history.ops.exists(_.isInstanceOf[Restore])) Nil
       else withoutFile(history) ++ withoutRow(history))

  private def withoutFile(history: History): Iterator[History] =
    history.files.indices.iterator
      .filter(_ => history.files.size > 1)
      .map(history.withoutFile)

  private def withoutStep(history: History): Iterator[History] =
    history.steps.indices.iterator
      .filter(i => optional(history.steps(i)))
      .map(i => history.copy(steps = history.steps.patch(i, Nil, 1)))

  private def optional(step: Step): Boolean = step match {
    case _: Step.Keep | _: Step.Analyse | _: Step.Attempt => true
    case _ => false
  }

  private def withPlainSession(history: History): Iterator[History] =
    history.sessions.indices.iterator
      .filter(i => history.sessions(i) != WriterSession.plain)
      .map(i => history.copy(sessions = history.sessions.updated(i, WriterSession.plain)))

  private def withoutRow(history: History): Iterator[History] = for {
    (file, i) <- history.files.zipWithIndex.iterator
    if file.size > 1
    j <- file.indices.iterator
  } yield history.copy(files = history.files.updated(i, file.patch(j, Nil, 1)))
}
