package io.deltaward.drops

import io.deltaward.clients.{Access, PlainTables, Release, Support, Verdicts}
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Protocol

/**
 * A client that a table shall be compatible with: each of its access paths of which something is known, for each access
 * that the path offers. One that harms others whatever the table is no part of it, but for a client that has no other.
 */
final class Goal private (wanted: Seq[(Release, Access)]) {

  /** Besides, that these go on to work. */
  def and(more: Seq[(Release, Access)]): Goal = new Goal(wanted ++ more)

  /**
   * Whether all of them work, at worst with a documented loss.
   *
   * @param protocol that the table would have
   * @param states   of its features as they are, but for what changes with the protocol
   */
  def isMet(protocol: Protocol, states: FeatureStates): Boolean = {
    val after = states.supporting(protocol.supportedFeatures)
    wanted.forall { case (release, access) =>
      Verdicts.judge(protocol, after, release).of(access).works
    }
  }
}

object Goal {

  /** @param releases one an access path */
  def of(releases: Seq[Release], accesses: Seq[Access]): Either[NoPath, Goal] = {
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
