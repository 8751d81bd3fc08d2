package io.deltaward.clients

import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Protocol

/** Judges whether a client can read and write a table (rules P4, P9). Without evidence the answer is UNKNOWN, never OK. */
object Verdicts {

  /** @param problems of the table, of which it is not known what the client makes of them: nothing is OK where there are any */
  def judge(
      protocol: Protocol,
      states: FeatureStates,
      release: Release,
      problems: Seq[String] = Nil
  ): ClientVerdict = {
    val read = AccessVerdict.reading(protocol, states, release.read).despite(problems)
    val alone = AccessVerdict.writing(protocol, states, release.write).despite(problems)
    val write = if (readsToWrite(release)) writingAfter(read, alone) else alone
    ClientVerdict(
      release.client,
      release.version,
      release.accessPath,
      read.verdict,
      write.verdict,
      (read.blocking ++ write.blocking).toSeq.sorted,
      reason(release, read, write),
      release.evidence,
      release.verifiedAt,
      release.sources
    )
  }

  /** Whether a state that is not told decides on a verdict: a scan of the table may tell it. */
  def wantsTraces(protocol: Protocol, states: FeatureStates, release: Release): Boolean =
    Seq(release.read, release.write).collect { case known: Support.Known => known }.exists { side =>
      protocol.supportedFeatures.exists { feature =>
        side.conditions.getOrElse(feature, Nil).map(_.failsWhen).exists {
          case FailsWhen.Enabled => states.enabled(feature).isEmpty
          case FailsWhen.Used => states.used(feature).isEmpty
          case _ => false
        }
      }
    }

  /**
   * A client that only writes is not asked whether it can read, nor is one whose writes were tried; of an unknown
   * writer nothing follows from a reader.
   */
  private def readsToWrite(release: Release): Boolean =
    (release.read, release.write) match {
      case (_, _: Support.NoEvidence) => false
      case (_, write: Support.Known) if write.alone => false
      case (read: Support.Known, _: Support.Known) => !read.never
      case (_: Support.NoEvidence, _: Support.Known) => true
    }

  /** A writer must be able to read what it writes to (rule P4). */
  private def writingAfter(read: AccessVerdict, write: AccessVerdict): AccessVerdict =
    if (read.verdict.rank > write.verdict.rank)
      read.copy(why = "it must read what it writes to")
    else write

  private def reason(release: Release, read: AccessVerdict, write: AccessVerdict): String = {
    def because(access: AccessVerdict): String = if (access.why.isEmpty) "" else s" (${access.why})"
    val who = Seq(release.client, release.version).filter(_.nonEmpty).mkString(" ")
    if (read == write && read.why.nonEmpty)
      s"$who: reading and writing are ${read.verdict}${because(read)}."
    else
      s"$who: reading is ${read.verdict}${because(read)}, writing is ${write.verdict}${because(write)}."
  }
}
