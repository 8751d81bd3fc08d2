package io.deltaward.text

import java.util.Locale

import org.apache.commons.text.similarity.JaroWinklerSimilarity

/** Compares words, for hints about typing errors. Ignores case, and counts two swapped letters as one edit. */
object Spelling {

  private val most = 2

  private val enough = 0.85
  private val similarity = new JaroWinklerSimilarity

  /** Minimum length of a text to match as part of a name. Shorter texts are part of too many names. */
  private val telling = 4

  /** Checks whether `typed` is at most one edit from `meant`, or two if `meant` has eight letters or more. */
  def close(meant: String, typed: String): Boolean =
    edits(meant, typed).exists(_ <= (if (meant.length < 8) 1 else most))

  /** Returns the candidate with the fewest edits from `typed`, if one is [[close]]. Of equals, returns the first by name. */
  def nearest(typed: String, candidates: Iterable[String]): Option[String] =
    candidates.filter(close(_, typed)).minByOption(c => (edits(c, typed), c))

  /**
   * Returns the candidate whose letters and digits resemble `typed` most, if any is similar enough. A common beginning
   * counts, and so does one text within the other. Of equals, returns the first by name.
   */
  def alike(typed: String, candidates: Iterable[String]): Option[String] =
    candidates
      .map(candidate => candidate -> likeness(bare(candidate), bare(typed)))
      .filter(_._2 >= enough)
      .minByOption { case (candidate, likeness) => (-likeness, candidate) }
      .map(_._1)

  /** Maximum length of the texts to compare. Nobody types longer names, and comparing them takes memory. */
  private val longest = 200

  /** Returns the number of edits, or `None` if there are more than `most`. */
  private def edits(a: String, b: String): Option[Int] =
    if ((a.length - b.length).abs > most || a.length > longest) None
    else
      Some(distance(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT))).filter(_ <= most)

  /**
   * Counts the letters to insert, delete, change or swap with a neighbour (optimal string alignment). Commons Text has
   * this only since 1.15, and Spark 4.0 and 4.1 bring an older version.
   */
  private def distance(a: String, b: String): Int = {
    val least = Array.ofDim[Int](a.length + 1, b.length + 1)
    for (i <- 0 to a.length; j <- 0 to b.length)
      least(i)(j) =
        if (i == 0 || j == 0) i + j
        else {
          val change = if (a(i - 1) == b(j - 1)) 0 else 1
          val one =
            math.min(math.min(least(i - 1)(j), least(i)(j - 1)) + 1, least(i - 1)(j - 1) + change)
          val areSwapped = i > 1 && j > 1 && a(i - 1) == b(j - 2) && a(i - 2) == b(j - 1)
          if (areSwapped) one.min(least(i - 2)(j - 2) + 1) else one
        }
    least(a.length)(b.length)
  }

  private def likeness(a: String, b: String): Double = {
    val isPart = Seq(a, b).forall(_.length >= telling) && (a.contains(b) || b.contains(a))
    val score = similarity.apply(a, b).doubleValue
    if (isPart) score.max(enough) else score
  }

  private def bare(name: String): String =
    name.filter(_.isLetterOrDigit).toLowerCase(Locale.ROOT)
}
