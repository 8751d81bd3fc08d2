package io.deltaward.drops

import io.deltaward.clients.{Access, ClientVerdict, Release, RunningDelta}
import io.deltaward.drops.Change.{Drop, Normalize}
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.{Protocol, ProtocolProblem}

/** Finds what gives a client access to one table that it does not have: the way that `MAKE COMPATIBLE` takes. */
final class Fixes(
    delta: RunningDelta,
    policy: DropPolicy,
    protocol: Protocol,
    states: FeatureStates
) {

  /**
   * `None` where nothing is missing, where nothing is known, or where no statement of this Delta helps. Where not all
   * that is missing can be had, a part of it is; what works is never given up.
   *
   * @param judged what the release makes of the table
   * @param all    what is known of that version of the client, one release an access path
   */
  def of(judged: ClientVerdict, release: Release, all: Seq[Release]): Option[Fix] =
    if (ProtocolProblem.in(protocol).nonEmpty) None
    else {
      val (working, missing) =
        Access.all.filter(release.dependsOnTable).partition(access => Goal.works(judged.of(access)))
      val wanted = (missing +: missing.map(Seq(_))).filter(_.nonEmpty).distinct.map(working ++ _)
      val tried = for {
        accesses <- wanted.to(LazyList)
        goal <- Goal.of(Seq(release), accesses).toOption
      } yield (accesses, goal, path(goal))
      val inPlace = tried.collectFirst {
        case (accesses, _, Right(changes)) => statement(changes, accesses, release, all)
      }
      inPlace.orElse(tried.collectFirst {
        case (_, goal, Left(NoPath.NotDroppable(features))) if copyHelps(goal) => Fix.Copy(features)
      })
    }

  private def path(goal: Goal): Either[NoPath, Seq[Change]] =
    new CompatiblePath(delta, policy, goal).from(protocol, states)

  /** `MAKE COMPATIBLE` is for all access paths of a client: one of them may need what cannot be had. */
  private def statement(
      changes: Seq[Change],
      accesses: Seq[Access],
      release: Release,
      all: Seq[Release]
  ): Fix = changes match {
    case Seq(Normalize | Drop(_, false)) => Fix.Statements(changes)
    case _ if Goal.of(all, accesses).exists(path(_).isRight) =>
      Fix.MakeCompatible(release, accesses)
    case _ => Fix.Statements(changes)
  }

  /** A copy helps if this Delta can read the table, and a table without any feature does. */
  private def copyHelps(goal: Goal): Boolean =
    protocol.readerRequirements.subsetOf(delta.features) && goal.isMet(Fixes.plain, states)
}

object Fixes {

  /** What Delta gives a new table that asks for nothing. */
  private val plain: Protocol = Protocol(1, 2)
}
