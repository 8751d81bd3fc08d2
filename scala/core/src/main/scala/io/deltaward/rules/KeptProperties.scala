package io.deltaward.rules

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Boundary

/** Keeps the `deltaward.` properties of a table. Only a statement that names such a property changes it. */
object KeptProperties {

  private val Prefix = "deltaward."

  /** Returns the properties after the commit, with the current `deltaward.` ones that the statement does not name. */
  def findAfter(commit: Commit): Map[String, String] = (commit.before, commit.change.named) match {
    case (Some(now), Some(named)) =>
      def isKept(key: String): Boolean = key.startsWith(Prefix) && !named(key)
      kept(now.properties, commit.after.properties, isKept)
    case _ => commit.after.properties
  }

  /**
   * Returns `proposed` with the current `deltaward.` properties and boundary of `checkpointProtection`. The properties that
   * the statement names are not known yet; rules judge them later.
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
