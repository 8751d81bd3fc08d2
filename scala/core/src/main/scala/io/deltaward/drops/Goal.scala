package io.deltaward.drops

import io.deltaward.clients.{Access, ClientVerdict, PlainTables, Release, Support, Verdicts}
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Protocol

/**
 * A client that a table must become compatible with: every access of each access path about which something is known. Leaves
 * out a path that harms others with every table, unless the client has no other.
 */
final class Goal private (wanted: Seq[(Release, Access)]) {

  /** Adds accesses that must keep working. */
  def and(more: Seq[(Release, Access)]): Goal = new Goal(wanted ++ more)

  /**
   * Checks whether all accesses work, at worst with a documented loss.
   *
   * @param protocol protocol that the table would have
   * @param states   feature states of the table now; `protocol` decides which features are supported
   */
  def isMet(protocol: Protocol, states: FeatureStates): Boolean = unmet(protocol, states).isEmpty

  /** Describes an access that does not work, and why, for a goal that is not met. */
  private[drops] def failure(protocol: Protocol, states: FeatureStates): String =
    unmet(protocol, states).fold("") { case (release, access, verdict) =>
      val found = verdict.verdictFor(access)
      val why = verdict.why(access)
      s"${release.qualified} $access is $found${if (why.isEmpty) "" else s" ($why)"}"
    }

  /** Returns the first access that does not work. */
  private def unmet(
      protocol: Protocol,
      states: FeatureStates
  ): Option[(Release, Access, ClientVerdict)] = {
    val after = states.supporting(protocol.supportedFeatures)
    wanted.iterator
      .map { case (release, access) =>
        (release, access, Verdicts.judge(protocol, after, release))
      }
      .find { case (_, access, verdict) => !verdict.verdictFor(access).works }
  }
}

object Goal {

  /** @param releases releases of the client, one for each access path */
  def fromReleases(releases: Seq[Release], accesses: Seq[Access]): Either[NoPath, Goal] = {
    val wanted = accesses.map { access =>
      val known = releases.filter(_.dependsOnTable(access)).map(_ -> access)
      val reasons =
        releases.map(_.support(access)).collect { case Support.NoEvidence(reason) => reason }
      val harmless = known.filterNot { case (release, _) => PlainTables.harms(release, access) }
      if (known.nonEmpty) Right(if (harmless.isEmpty) known else harmless)
      else if (reasons.nonEmpty) Left(NoPath.NoEvidence(reasons.distinct))
      else Left(NoPath.NotOffered(access))
    }
    wanted.collectFirst { case Left(none) => none } match {
      case Some(none) => Left(none)
      case None => Right(new Goal(wanted.flatMap(_.toSeq.flatten)))
    }
  }
}
