package io.deltaward.rules

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Boundary

/** The properties that say how a table is governed. They change only where a statement names them. */
object KeptProperties {

  private val Prefix = "deltaward."

  /** The properties after the commit, with those of the table now wherever the statement does not name them. */
  def after(commit: Commit): Map[String, String] = (commit.before, commit.change.named) match {
    case (Some(now), Some(named)) =>
      def isKept(key: String): Boolean = key.startsWith(Prefix) && !named(key)
      kept(now.properties, commit.after.properties, isKept)
    case _ => commit.after.properties
  }

  /**
   * The same before it is known which properties the statement names: as if it named none. What it does name is
   * judged later, as is the boundary of `checkpointProtection`.
   */
  def planned(now: TableDescriptor, proposed: TableDescriptor): TableDescriptor = {
    def isKept(key: String): Boolean =
      key.startsWith(Prefix) || key == Boundary.Property
    proposed.copy(properties = kept(now.properties, proposed.properties, isKept))
  }

  private def kept(
      now: Map[String, String],
      proposed: Map[String, String],
      isKept: String => Boolean
  ): Map[String, String] =
    proposed.filterNot(p => isKept(p._1)) ++ now.filter(p => isKept(p._1))
}
