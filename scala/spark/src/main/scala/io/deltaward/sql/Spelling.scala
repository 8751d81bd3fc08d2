package io.deltaward.sql

import org.apache.commons.text.similarity.LevenshteinDistance

/** How near two words are, for hints. */
object Spelling {

  private val distance = LevenshteinDistance.getDefaultInstance

  /** Whether `typed` is `meant` or a small slip from it: one edit in four letters, and never more than two. */
  def close(meant: String, typed: String): Boolean =
    distance.apply(meant, typed) <= math.min(2, meant.length / 4)

  /** The one of `candidates` that `typed` is a small slip from. */
  def nearest(typed: String, candidates: Seq[String]): Option[String] =
    candidates.filter(close(_, typed)).minByOption(distance.apply(_, typed))
}
