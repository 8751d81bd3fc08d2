package io.deltaward.clients

/**
 * A version as vendors write it. Versions compare if they are dotted numbers, with or without ` LTS`, or ranges `a - b`
 * of them. Any other text equals only itself.
 */
final case class VersionLabel(text: String) {
  import VersionLabel._

  /** The first and last version of a range, or a single version twice; `None` if it cannot be compared. */
  private val bounds: Option[(Seq[Int], Seq[Int])] = text.trim.split(" - ", 2) match {
    case Array(single) => numbers(single).map(n => (n, n))
    case Array(from, to) => for (low <- numbers(from); high <- numbers(to)) yield (low, high)
    case _ => None
  }

  /** Checks whether the text is a range that ends before it starts. */
  def isReversed: Boolean = bounds.exists { case (from, to) => compare(to, from) < 0 }

  /** Checks whether any version is in both labels. */
  def overlaps(other: VersionLabel): Boolean =
    text.trim.equalsIgnoreCase(other.text.trim) ||
      bounds.zip(other.bounds).nonEmpty && !isBefore(other) && !other.isBefore(this)

  def isNumeric: Boolean = bounds.isDefined

  /** Returns the version that the label starts with, as users write it; `None` if it cannot be compared. */
  def lowest: Option[String] = bounds.map(_._1.mkString("."))

  /**
   * Checks whether this label includes `other`, as a user writes it. `1.4` equals `1.4.0`, and a range includes the
   * versions inside it.
   */
  def matches(other: VersionLabel): Boolean =
    text.trim.equalsIgnoreCase(other.text.trim) ||
      bounds.zip(other.bounds).exists { case ((from, to), (low, high)) =>
        compare(from, low) <= 0 && compare(high, to) <= 0
      }

  /** Checks whether all of this label is older than all of `other`; false if they cannot be compared. */
  def isBefore(other: VersionLabel): Boolean =
    bounds.zip(other.bounds).exists { case ((_, to), (low, _)) => compare(to, low) < 0 }
}

object VersionLabel {
  private val Dotted = """(\d{1,9}(?:\.\d{1,9})*)(?: LTS)?""".r

  private def numbers(text: String): Option[Seq[Int]] = text.trim match {
    case Dotted(digits) => Some(digits.split('.').map(_.toInt).toSeq)
    case _ => None
  }

  private def compare(a: Seq[Int], b: Seq[Int]): Int =
    a.zipAll(b, 0, 0).map { case (x, y) => Integer.compare(x, y) }.find(_ != 0).getOrElse(0)
}
