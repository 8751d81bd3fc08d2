package io.deltaward.serializability.histories

import io.deltaward.serializability.schedule.{Outcome, Step}
import io.deltaward.serializability.schedule.Outcome.{Aborted, Committed}

/**
 * Checks that the extension commits whatever plain Delta commits, with the same contents. For a statement that reads
 * files directly, it may commit more often only if no rows have changed since the read.
 */
object Conservativity {

  /**
   * Compares contents and outcomes in order, up to the first outcome that differs. Reports that one, unless the
   * extension may differ there. Later outcomes prove nothing, because the two tables differ.
   */
  def differences(plain: Result, extended: Result): Seq[String] = {
    val fates = plain.history.attempts.map { i =>
      (i, plain.ran(i).outcome, extended.ran(i).outcome)
    }
    val (alike, rest) = fates.span {
      // Both have lost, perhaps to different winning commits.
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

  /**
   * Returns whether the statement is a compaction that attempts to commit early. If it loses, plain Delta restarts it
   * and commits at once. With the extension it resumes, and stops before its second attempt.
   */
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
