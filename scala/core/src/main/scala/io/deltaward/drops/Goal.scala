package io.deltaward.drops

import io.deltaward.clients.{Access, Release, Support, Verdict, Verdicts}
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Protocol

/**
 * A client that a table shall be compatible with: each of its access paths of which something is known, for each access
 * that the path offers.
 */
final class Goal private (wanted: Seq[(Release, Access)]) {

  /** Whether all of them work, at worst with a documented loss. */
  def isMet(protocol: Protocol, states: FeatureStates): Boolean =
    wanted.forall { case (release, access) =>
      val judged = Verdicts.judge(protocol, states, release)
      val verdict = access match {
        case Access.Read => judged.readVerdict
        case Access.Write => judged.writeVerdict
      }
      verdict.rank <= Verdict.Degraded.rank
    }
}

object Goal {

  /** @param releases one an access path */
  def of(releases: Seq[Release], accesses: Seq[Access]): Either[NoPath, Goal] = {
    val wanted = accesses.map { access =>
      val supports = releases.map(release => release -> support(release, access))
      val known = supports.collect { case (r, k: Support.Known) if !k.never => r -> access }
      val reasons = supports.collect { case (_, Support.NoEvidence(reason)) => reason }.distinct
      if (known.nonEmpty) Right(known)
      else if (reasons.nonEmpty) Left(NoPath.NoEvidence(reasons))
      else Left(NoPath.NotOffered(access))
    }
    wanted.collectFirst { case Left(none) => none } match {
      case Some(none) => Left(none)
      case None => Right(new Goal(wanted.flatMap(_.toSeq.flatten)))
    }
  }

  private def support(release: Release, access: Access): Support = access match {
    case Access.Read => release.read
    case Access.Write => release.write
  }
}
