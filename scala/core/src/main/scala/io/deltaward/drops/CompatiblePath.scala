package io.deltaward.drops

import io.deltaward.clients.RunningDelta
import io.deltaward.drops.TableChange.{Disuse, Drop, EnableVectors, Normalize, Protection, Vectors}
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.{Features, LowestProtocol, Protocol}

/** Finds the shortest sequence of drops and normalisations that makes a table compatible with a client. */
final class CompatiblePath(delta: RunningDelta, policy: DropPolicy, goal: Goal) {
  import CompatiblePath._

  /** Returns the changes in order, empty if the goal is already met. Returns the reason if there is no path. */
  def plan(protocol: Protocol, states: FeatureStates): Either[NoPath, Seq[TableChange]] =
    if (goal.isMet(protocol, states)) Right(Nil)
    else if (goal.isMet(LowestProtocol.lower(protocol), states)) Right(Seq(Normalize))
    else {
      val supported = protocol.supportedFeatures
      def suffices(dropped: Set[String]): Boolean =
        goal.isMet(LowestProtocol.lowerWithout(protocol, dropped), checkpointing(dropped, states))
      val droppable =
        supported.filter(f => Features.dropOrder(Set(f), supported).forall(delta.droppable))
      if (suffices(droppable)) {
        val dropped = fewest(droppable, supported, suffices)
        Right(seen(changes(dropped, protocol, checkpointing(dropped, states)), states))
      } else if (suffices(supported)) {
        val needed = fewest(supported, supported, suffices)
        Left(NoPath.NotDroppable(needed.diff(droppable).toSeq.sorted))
      } else
        Left(NoPath.NotTheTable(goal.failure(
          LowestProtocol.lowerWithout(protocol, supported),
          checkpointing(supported, states)
        )))
    }

  /**
   * Returns the states once these drops have written checkpoints: V2 checkpoints, if the table asks for them. A table has
   * none before its first checkpoint, and clients may fail on them.
   */
  private def checkpointing(dropped: Set[String], states: FeatureStates): FeatureStates =
    if (states.enabled(V2).contains(true) && dropped.exists(delta.truncating))
      states.using(Set(V2))
    else states

  /**
   * Returns the fewest features to drop. A feature can stay if the goal is still met and it needs no dropped feature. Tries
   * the features that a legacy version implies together: a single one needs lists, which an old client does not know.
   */
  private def fewest(
      all: Set[String],
      supported: Set[String],
      suffices: Set[String] => Boolean
  ): Set[String] = (together ++ all.toSeq.sorted.map(Set(_))).foldLeft(all) {
    (dropped, features) =>
      val kept = dropped -- features
      if (isClosed(kept, supported) && suffices(kept)) kept else dropped
  }

  /** Checks whether every feature that needs a dropped one is dropped too. */
  private def isClosed(dropped: Set[String], supported: Set[String]): Boolean =
    dropped.forall(f => Features.dropOrder(Set(f), supported).forall(dropped))

  /**
   * Orders the drops and chooses their mode. The default drop ends at once and adds `checkpointProtection`. If the goal or a
   * policy forbids that feature, or Delta does not protect history, the drops truncate history instead (rule D3).
   * `checkpointProtection` itself goes last, and only with `TRUNCATE HISTORY` (rule D5).
   */
  private def changes(
      dropped: Set[String],
      protocol: Protocol,
      states: FeatureStates
  ): Seq[TableChange] = {
    val (last, first) =
      Features.dropOrder(dropped, protocol.supportedFeatures).partition(_ == Protection)
    val atOnce = first.map(Drop(_, truncatesHistory = false))
    val truncating = first.map(f => Drop(f, delta.truncating(f)))
    val protecting = if (atOnce.exists(_.protects(delta))) Set(Protection) else Set.empty[String]
    val atOnceWorks = last.isEmpty && atOnce.forall(_.endsAtOnce(delta)) &&
      goal.isMet(protocols(protocol, atOnce).last, states.using(protecting))
    if (atOnceWorks && (areAllowed(protocol, atOnce) || !areAllowed(protocol, truncating))) atOnce
    else if (last.isEmpty) disusing(truncating, protocol, states)
    else truncating ++ last.map(Drop(_, truncatesHistory = true))
  }

  /**
   * Turns deletion vectors on before a drop that truncates. Delta finds remaining vectors only while the property is on.
   */
  private def seen(changes: Seq[TableChange], states: FeatureStates): Seq[TableChange] = {
    val unseen = states.used(Vectors).contains(true) && states.enabled(Vectors).contains(false)
    changes.flatMap {
      case change @ (Drop(Vectors, true) | Disuse(Vectors)) if unseen => Seq(EnableVectors, change)
      case change => Seq(change)
    }
  }

  /** Returns the protocols before, between and after drops. */
  private def protocols(first: Protocol, drops: Seq[Drop]): Seq[Protocol] =
    drops.scanLeft(first)((protocol, drop) => drop.applyTo(protocol, delta))

  private def areAllowed(protocol: Protocol, drops: Seq[Drop]): Boolean =
    drops.zip(protocols(protocol, drops).tail).zipWithIndex.forall { case ((drop, after), i) =>
      policy.allows(drop.feature, drops.take(i).map(_.feature).toSet, after)
    }

  /**
   * Replaces drops that wait for a day or more by `Disuse`, if the goal is met while the protocol still lists the unused
   * features. Keeps the drops if it is unknown whether a feature is used: that would stay unknown.
   */
  private def disusing(
      drops: Seq[Drop],
      protocol: Protocol,
      states: FeatureStates
  ): Seq[TableChange] = {
    val (waiting, others) = drops.partition(_.truncatesHistory)
    val (unused, gone) = (waiting.map(_.feature).toSet, others.map(_.feature).toSet)
    val isTold = unused.nonEmpty && unused.forall(states.used(_).isDefined)
    val suffices = isTold && isClosed(gone, protocol.supportedFeatures) &&
      goal.isMet(LowestProtocol.lowerWithout(protocol, gone), states.disusing(unused))
    if (suffices) drops.map(drop => if (unused(drop.feature)) Disuse(drop.feature) else drop)
    else drops
  }
}

private object CompatiblePath {

  private val V2 = "v2Checkpoint"

  /** The features that each legacy writer version implies, the largest set first. */
  val together: Seq[Set[String]] = Features.legacy.map(_._2.writer).distinct.sorted.reverse.map {
    version => Features.legacy.collect { case (f, v) if v.writer <= version => f.name }.toSet
  }
}
