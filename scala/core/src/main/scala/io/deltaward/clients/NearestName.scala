package io.deltaward.clients

import java.util.Locale

/** What somebody who typed an unknown name may have meant. */
object NearestName {

  /** The candidate with the fewest edits (Levenshtein), at most a third of its length; ties by name. */
  def of(typed: String, candidates: Iterable[String]): Option[String] =
    candidates
      .map(c => (edits(typed.toLowerCase(Locale.ROOT), c.toLowerCase(Locale.ROOT)), c))
      .filter { case (n, c) => n <= math.max(1, c.length / 3) }
      .minOption
      .map(_._2)

  private def edits(a: String, b: String): Int =
    a.foldLeft((0 to b.length).toVector) { (row, x) =>
      b.indices.scanLeft(row.head + 1) { (left, j) =>
        (left + 1) min (row(j + 1) + 1) min (row(j) + (if (x == b(j)) 0 else 1))
      }.toVector
    }.last
}
