package io.deltaward.text

import java.util.Locale

import org.apache.commons.text.similarity.JaroWinklerSimilarity

/** How near two words are, for hints to somebody who mistyped one. Case does not matter, and two letters swapped are one edit. */
object Spelling {

  private val most = 2

  private val enough = 0.85
  private val similarity = new JaroWinklerSimilarity

  /** Shorter texts are a part of too many names. */
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

  /** Limits the texts to compare: nobody types longer names, and comparing them takes memory. */
  private val longest = 200

  /** `None` where there are more than a slip of typing makes. */
  private def edits(a: String, b: String): Option[Int] =
    if ((a.length - b.length).abs > most || a.length > longest) None
    else
      Some(distance(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT))).filter(_ <= most)

  /**
   * Letters to insert, leave out, change, or swap with their neighbours, by optimal string alignment. Commons Text has it
   * since 1.15, which is newer than what Spark 4.0 and 4.1 bring.
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
