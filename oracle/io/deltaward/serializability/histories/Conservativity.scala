package io.deltaward.serializability.histories

import io.deltaward.serializability.schedule.{Outcome, Step}
import io.deltaward.serializability.schedule.Outcome.{Aborted, Committed}

/**
 * What plain Delta commits is committed with the extension too, to the same contents. A statement that reads files past
 * the log commits more often only where no rows have changed since.
 */
object Conservativity {

  /**
   * Compares up to the first statement that fares better with the extension, or that reads what Delta does not see it
   * read and therefore fares worse: from there on the two tables differ, and nothing follows from one for the other.
   */
  def differences(plain: Result, extended: Result): Seq[String] = {
    val fates = plain.history.attempts.map { i =>
      (i, plain.ran(i).outcome, extended.ran(i).outcome)
    }
    val (alike, rest) = fates.span {
      // What one of them has given up for, the other may have passed, and given up for a later commit.
      case (_, a: Aborted, b: Aborted) if a.isConflict && b.isConflict => true
      case (_, a, b) => fate(a) == fate(b)
    }
    val contents = alike.collect { case (_, Committed(versions, _), _) => versions }.flatten
      .filter(v => plain.contents(v) != extended.contents(v))
      .map(v => s"version $v holds ${plain.contents(v)} plain, ${extended.contents(v)} extended")
    contents ++ rest.headOption.toSeq.flatMap {
      case (i, _: Aborted, done: Committed) if !readsOther(extended, i, done) => None
      case (i, _: Committed, lost: Aborted)
          if lost.isConflict && plain.history.ops(i).readsUnrecorded => None
      case (i, _: Committed, _: Committed) if startsAgain(plain.history, i) => None
      case (i, a, b) => Some(s"${plain.ran(i).statement.text}: $a plain, $b extended")
    }
  }

  /** After its first attempt a compaction begins anew and commits at once, where with the extension it may go on, and stand. */
  private def startsAgain(history: History, op: Int): Boolean =
    history.ops(op).isIdentity && history.steps.contains(Step.Attempt(op))

  private def readsOther(result: Result, op: Int, done: Committed): Boolean =
    result.history.ops(op).readsFiles && done.versions.exists(version =>
      result.contents(version - 1) != result.contents(result.ran(op).readVersion)
    )

  private def fate(outcome: Outcome): Any = outcome match {
    case Committed(versions, affected) => (versions, affected)
    case aborted: Aborted => aborted.error.getClass
  }
}
