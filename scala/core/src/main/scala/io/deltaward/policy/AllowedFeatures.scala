package io.deltaward.policy

import io.deltaward.protocol.{Features, Protocol}
import io.deltaward.text.Spelling

/** The policy `deltaward.allowedFeatures`: a list of features. An empty list allows none. */
object AllowedFeatures {

  /** Features of a new table without any settings. Every table may have them. */
  val always: Set[String] = Protocol(1, 2).supportedFeatures

  def parse(text: String): Set[String] = PolicyText.entries(text).toSet

  /** Returns what is wrong with the list: a name of a feature that does not exist. */
  def problem(text: String): Option[String] =
    PolicyText.entries(text).find(!Features.byName.contains(_)).map { name =>
      val nearest = Spelling.nearest(name.stripPrefix("delta.feature."), Features.byName.keys)
      s"there is no table feature $name${nearest.fold("")(n => s"; did you mean $n?")}"
    }

  /** Checks whether `own` forbids a feature that `cluster` allows, or lists exactly the same features. */
  def adds(cluster: String, own: String): Boolean =
    parse(own) == parse(cluster) || !parse(cluster).subsetOf(parse(own))
}
