package io.deltaward.names

import java.util.Locale

import org.apache.commons.text.similarity.DamerauLevenshteinDistance

/** How near two words are, for hints to somebody who mistyped one. Case does not matter, and two letters swapped are one edit. */
object Spelling {

  private val most = 2
  private val distance = new DamerauLevenshteinDistance(most)

  /** Whether `typed` is `meant` or a small slip from it: one edit, or two in a word of eight letters and more. */
  def close(meant: String, typed: String): Boolean =
    edits(meant, typed).exists(_ <= (if (meant.length < 8) 1 else most))

  /** The one of `candidates` that `typed` is the smallest slip from; the first by name of several. */
  def nearest(typed: String, candidates: Iterable[String]): Option[String] =
    candidates.filter(close(_, typed)).minByOption(c => (edits(c, typed), c))

  /** None where there are more than anybody would call a slip: they are not counted to the end. */
  private def edits(a: String, b: String): Option[Int] =
    Some(distance.apply(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT)).toInt)
      .filter(_ >= 0)
}
