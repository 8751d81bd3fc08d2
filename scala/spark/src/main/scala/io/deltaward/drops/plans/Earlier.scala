package io.deltaward.drops.plans

import io.deltaward.drops.{CleanableLog, TableChange}

/**
 * The statements that precede a drop in its plan.
 *
 * @param log log after these statements; `None` for the log as it is now
 */
final case class Earlier(changes: Seq[TableChange] = Nil, log: Option[CleanableLog.Then] = None) {

  /** The features that these statements drop. */
  val gone: Set[String] = changes.collect { case TableChange.Drop(name, _) => name }.toSet

  /** The features that these statements turn on. */
  val enabled: Set[String] = changes.collect { case TableChange.EnableVectors =>
    TableChange.Vectors
  }.toSet

  val isUnclustered: Boolean = changes.contains(TableChange.ClusterBy.none)
}

object Earlier {

  def fromChanges(done: Seq[PlannedChange]): Earlier =
    Earlier(done.map(_.change), done.lastOption.flatMap(_.plan.leaves))
}
