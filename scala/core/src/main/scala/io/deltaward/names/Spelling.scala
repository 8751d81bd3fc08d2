package io.deltaward.names

import java.util.Locale

import org.apache.commons.text.similarity.{DamerauLevenshteinDistance, JaroWinklerSimilarity}

/** How near two words are, for hints to somebody who mistyped one. Case does not matter, and two letters swapped are one edit. */
object Spelling {

  private val most = 2
  private val distance = new DamerauLevenshteinDistance(most)

  private val enough = 0.85
  private val similarity = new JaroWinklerSimilarity

  /** Fewer letters are in too many names. */
  private val telling = 4

  /** Whether `typed` is `meant` or a small slip from it: one edit, or two in a word of eight letters and more. */
  def close(meant: String, typed: String): Boolean =
    edits(meant, typed).exists(_ <= (if (meant.length < 8) 1 else most))

  /** The one of `candidates` that `typed` is the smallest slip from; the first by name of several. */
  def nearest(typed: String, candidates: Iterable[String]): Option[String] =
    candidates.filter(close(_, typed)).minByOption(c => (edits(c, typed), c))

  /**
   * The one of `candidates` that is most like `typed` in its letters and digits: that begins in the same way, goes on, or is
   * a part of it. The first by name of several, and none where none is.
   */
  def alike(typed: String, candidates: Iterable[String]): Option[String] =
    candidates
      .map(candidate => candidate -> likeness(bare(candidate), bare(typed)))
      .filter(_._2 >= enough)
      .minByOption { case (candidate, likeness) => (-likeness, candidate) }
      .map(_._1)

  /** None where there are more than anybody would call a slip: they are not counted to the end. */
  private def edits(a: String, b: String): Option[Int] =
    Some(distance.apply(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT)).toInt)
      .filter(_ >= 0)

  private def likeness(a: String, b: String): Double = {
    val isPart = Seq(a, b).forall(_.length >= telling) && (a.contains(b) || b.contains(a))
    val score = similarity.apply(a, b).doubleValue
    if (isPart) score.max(enough) else score
  }

  private def bare(name: String): String =
    name.filter(_.isLetterOrDigit).toLowerCase(Locale.ROOT)
}
