package io.deltaward.drops.plans

import io.deltaward.drops.{Change, CleanableLog}

/**
 * The statements of a plan before a drop.
 *
 * @param log the log once they are done; `None` for the log as it is now
 */
final case class Earlier(changes: Seq[Change] = Nil, log: Option[CleanableLog.Then] = None) {

  /** Features that are dropped. */
  val gone: Set[String] = changes.collect { case Change.Drop(name, _) => name }.toSet

  /** Features that are turned on. */
  val enabled: Set[String] = changes.collect { case Change.EnableVectors => Change.Vectors }.toSet

  val isUnclustered: Boolean = changes.contains(Change.ClusterBy.none)
}

object Earlier {

  def of(done: Seq[PlannedChange]): Earlier =
    Earlier(done.map(_.change), done.lastOption.flatMap(_.plan.leaves))
}
