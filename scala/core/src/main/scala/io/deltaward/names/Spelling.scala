package io.deltaward.names

import java.util.Locale

import org.apache.commons.text.similarity.LevenshteinDistance

/** How near two words are, for hints to somebody who mistyped one. Case does not matter. */
object Spelling {

  private val levenshtein = LevenshteinDistance.getDefaultInstance

  /** Whether `typed` is `meant` or a small slip from it: one edit, or two in a word of eight letters and more. */
  def close(meant: String, typed: String): Boolean =
    edits(meant, typed) <= (if (meant.length < 8) 1 else 2)

  /** The one of `candidates` that `typed` is the smallest slip from; the first by name of several. */
  def nearest(typed: String, candidates: Iterable[String]): Option[String] =
    candidates.filter(close(_, typed)).minByOption(c => (edits(c, typed), c))

  private def edits(a: String, b: String): Int =
    levenshtein.apply(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT))
}
