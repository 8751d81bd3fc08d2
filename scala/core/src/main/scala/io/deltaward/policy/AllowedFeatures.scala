package io.deltaward.policy

import io.deltaward.protocol.{Features, Protocol}
import io.deltaward.text.Spelling

/** The policy `deltaward.allowedFeatures`: a list of features, of which an empty one allows none. */
object AllowedFeatures {

  /** Those of a new table without any settings, which may always be there. */
  val always: Set[String] = Protocol(1, 2).supportedFeatures

  def of(text: String): Set[String] = PolicyText.entries(text).toSet

  /** What is wrong with the list; it names only features that there are. */
  def problem(text: String): Option[String] =
    PolicyText.entries(text).find(!Features.byName.contains(_)).map { name =>
      val nearest = Spelling.nearest(name.stripPrefix("delta.feature."), Features.byName.keys)
      s"there is no table feature $name${nearest.fold("")(n => s"; did you mean $n?")}"
    }

  /** Whether `own` keeps out anything that `cluster` lets in. */
  def adds(cluster: String, own: String): Boolean =
    of(own) == of(cluster) || !of(cluster).subsetOf(of(own))
}
