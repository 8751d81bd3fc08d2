package io.deltaward.serializability.histories

import io.deltaward.serializability.schedule.Outcome
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
    val fates = plain.history.releases.map { i =>
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
      case (i, a, b) => Some(s"${plain.ran(i).statement.text}: $a plain, $b extended")
    }
  }

  private def readsOther(result: Result, op: Int, done: Committed): Boolean =
    result.history.ops(op).readsFiles && done.versions.exists(version =>
      result.contents(version - 1) != result.contents(result.ran(op).readVersion)
    )

  private def fate(outcome: Outcome): Any = outcome match {
    case Committed(versions, affected) => (versions, affected)
    case aborted: Aborted => aborted.error.getClass
  }
}
