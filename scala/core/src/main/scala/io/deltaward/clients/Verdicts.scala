package io.deltaward.clients

import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Protocol

/**
 * Problems of a table, in words, whose effect on clients is not known.
 *
 * @param reading problems for clients that read the table
 * @param writing problems for clients that write the table
 */
final case class Doubts(reading: Seq[String], writing: Seq[String])

object Doubts {
  val none: Doubts = Doubts(Nil, Nil)
}

/** Judges whether a client can read and write a table (rules P4, P9). Without evidence the answer is UNKNOWN, never OK. */
object Verdicts {

  /** @param doubts problems of the table; if there are any, no access is OK or DEGRADED */
  def judge(
      protocol: Protocol,
      states: FeatureStates,
      release: Release,
      doubts: Doubts = Doubts.none
  ): ClientVerdict = {
    val (read, write) = accesses(protocol, states, release, doubts)
    val nothingKnown = Seq(read, write).forall(_.verdict == Verdict.Unknown)
    ClientVerdict(
      release.client,
      release.version,
      release.accessPath,
      read.verdict,
      write.verdict,
      (read.blocking ++ write.blocking).toSeq.sorted,
      reason(release, read, write),
      release.evidence.filterNot(_ == Evidence.Inferred && nothingKnown),
      release.verifiedAt,
      release.sources,
      read.why,
      write.why,
      read.blocking,
      write.blocking
    )
  }

  private def accesses(
      protocol: Protocol,
      states: FeatureStates,
      release: Release,
      doubts: Doubts
  ): (AccessVerdict, AccessVerdict) =
    if (release.neighbours.isEmpty) {
      val read = AccessVerdict.reading(protocol, states, release.read).despite(doubts.reading)
      val alone = AccessVerdict.writing(protocol, states, release.write).despite(doubts.writing)
      (read, if (readsToWrite(release)) writingAfter(read, alone) else alone)
    } else {
      val (read, write) = release.neighbours.map(accesses(protocol, states, _, doubts)).unzip
      (inferred(release.neighbours, read), inferred(release.neighbours, write))
    }

  /** Infers the verdict of an unknown version: the verdict of the known versions around it on this table, if they agree. */
  private def inferred(neighbours: Seq[Release], around: Seq[AccessVerdict]): AccessVerdict = {
    val ends = s"${neighbours.head.version} and ${neighbours.last.version}"
    around.map(_.verdict).distinct match {
      case Seq(verdict) =>
        val why = Some(around.last.why).filter(_.nonEmpty).fold("")(": " + _)
        AccessVerdict(verdict, around.flatMap(_.blocking).toSet, s"as in $ends$why")
      case _ => AccessVerdict(Verdict.Unknown, Set.empty, s"$ends differ on this table")
    }
  }

  /** Checks whether a verdict depends on an unknown state, which a scan of the table may tell. */
  def wantsTraces(protocol: Protocol, states: FeatureStates, release: Release): Boolean =
    release.neighbours.exists(wantsTraces(protocol, states, _)) ||
      supports(release).exists { side =>
        side.cases.exists(_.isOpen(states)) ||
        protocol.supportedFeatures.exists { feature =>
          side.conditions.getOrElse(feature, Nil).map(_.failsWhen).exists {
            case FailsWhen.Enabled => states.enabled(feature).isEmpty
            case FailsWhen.Used => states.used(feature).isEmpty
            case _ => false
          }
        }
      }

  private def supports(release: Release): Seq[Support.Known] =
    Seq(release.read, release.write).collect { case known: Support.Known => known }

  /**
   * Checks whether writing also requires reading. It does not for a client that only writes, or whose writes were
   * tested. If nothing is known of its writing, nothing follows from its reading.
   */
  private def readsToWrite(release: Release): Boolean =
    (release.read, release.write) match {
      case (_, _: Support.NoEvidence) => false
      case (_, write: Support.Known) if write.alone => false
      case (read: Support.Known, _: Support.Known) => !read.never
      case (_: Support.NoEvidence, _: Support.Known) => true
    }

  /** Returns the verdict on writing. A writer must be able to read what it writes to (rule P4). */
  private def writingAfter(read: AccessVerdict, write: AccessVerdict): AccessVerdict =
    if (read.verdict.rank > write.verdict.rank)
      read.copy(why = Verdict.MustRead)
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
