package io.deltaward.clients

/**
 * A version as vendors write it. Only dotted numbers, with or without ` LTS`, and ranges of them `a - b` can be compared;
 * everything else equals itself alone.
 */
final case class VersionLabel(text: String) {
  import VersionLabel._

  /** The first and the last number of the range; the same twice for a plain version. */
  private val bounds: Option[(Seq[Int], Seq[Int])] = text.trim.split(" - ", 2) match {
    case Array(single) => numbers(single).map(n => (n, n))
    case Array(from, to) => for (low <- numbers(from); high <- numbers(to)) yield (low, high)
    case _ => None
  }

  /** Whether it is a range that ends before it starts. */
  def isReversed: Boolean = bounds.exists { case (from, to) => compare(to, from) < 0 }

  /** Whether some version is in both. */
  def overlaps(other: VersionLabel): Boolean =
    text.trim.equalsIgnoreCase(other.text.trim) ||
      bounds.zip(other.bounds).nonEmpty && !isBefore(other) && !other.isBefore(this)

  def isNumeric: Boolean = bounds.isDefined

  /** The number that it starts with, as a user can write it; `None` where it cannot be compared. */
  def lowest: Option[String] = bounds.map(_._1.mkString("."))

  /** Whether a user who says `other` means this. `1.4` is `1.4.0`, and a range holds what is inside it. */
  def matches(other: VersionLabel): Boolean =
    text.trim.equalsIgnoreCase(other.text.trim) ||
      bounds.zip(other.bounds).exists { case ((from, to), (low, high)) =>
        compare(from, low) <= 0 && compare(high, to) <= 0
      }

  /** Whether all of this is older than all of `other`; false where they cannot be compared. */
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
