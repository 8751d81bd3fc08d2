package io.deltaward.drops

import io.deltaward.clients.{Access, RunningDelta}
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.{Features, LowestProtocol, Protocol}

/** One statement on the way to a lower protocol. */
sealed trait Change

object Change {

  /** `NORMALIZE PROTOCOL` (rule P7). */
  case object Normalize extends Change

  /** `DROP FEATURE` (rules D1 to D5). */
  final case class Drop(feature: String, truncatesHistory: Boolean) extends Change
}

/** Why no sequence of statements makes a table compatible with a client. */
sealed trait NoPath

object NoPath {

  /** The client never does that, whatever the table. */
  final case class NotOffered(access: Access) extends NoPath

  /** Nothing is known of the client, for these reasons. */
  final case class NoEvidence(reasons: Seq[String]) extends NoPath

  /** A table without any feature would not do either. */
  case object NotTheTable extends NoPath

  /** These are in the way, and this Delta cannot drop them. */
  final case class NotDroppable(features: Seq[String]) extends NoPath
}

/** Finds the shortest sequence of drops and normalisations that makes a table compatible with a client. */
final class CompatiblePath(delta: RunningDelta, goal: Goal) {

  /** Empty where the goal is met already. */
  def from(protocol: Protocol, states: FeatureStates): Either[NoPath, Seq[Change]] =
    if (goal.isMet(protocol, states)) Right(Nil)
    else if (goal.isMet(LowestProtocol.of(protocol), states)) Right(Seq(Change.Normalize))
    else {
      val supported = protocol.supportedFeatures
      def without(dropped: Set[String]): Protocol =
        LowestProtocol.supporting((supported -- dropped).map(protocol.feature))
      def suffices(dropped: Set[String]): Boolean = goal.isMet(without(dropped), states)

      val droppable =
        supported.filter(f => Features.dropOrder(Set(f), supported).forall(delta.droppable))
      if (suffices(droppable)) {
        val needed = fewest(droppable, supported, suffices)
        Right(changes(needed, supported, left => goal.isMet(left, states), without(needed)))
      } else if (suffices(supported)) {
        val needed = fewest(supported, supported, suffices)
        Left(NoPath.NotDroppable(needed.diff(droppable).toSeq.sorted))
      } else Left(NoPath.NotTheTable)
    }

  /** A feature can stay when the goal is met all the same and nothing that goes needs it. */
  private def fewest(
      all: Set[String],
      supported: Set[String],
      suffices: Set[String] => Boolean
  ): Set[String] =
    all.toSeq.sorted.foldLeft(all) { (dropped, feature) =>
      val kept = dropped - feature
      val closed = kept.forall(f => Features.dropOrder(Set(f), supported).forall(kept))
      if (closed && suffices(kept)) kept else dropped
    }

  /**
   * The default drop adds checkpointProtection: a goal that this would break needs the history truncated instead
   * (rule D3). checkpointProtection itself goes last, and only so (rule D5).
   */
  private def changes(
      dropped: Set[String],
      supported: Set[String],
      isMet: Protocol => Boolean,
      left: Protocol
  ): Seq[Change] = {
    val protection = Features.byName(CompatiblePath.Protection)
    val protecting =
      LowestProtocol.supporting(left.supportedFeatures.map(left.feature) + protection)
    val truncates = !isMet(protecting)
    val (last, first) =
      Features.dropOrder(dropped, supported).partition(_ == CompatiblePath.Protection)
    first.map(f => Change.Drop(f, truncates && delta.truncating(f))) ++
      last.map(Change.Drop(_, truncatesHistory = true))
  }
}

object CompatiblePath {
  private val Protection = "checkpointProtection"
}
