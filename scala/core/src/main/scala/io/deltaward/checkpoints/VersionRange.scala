package io.deltaward.checkpoints

/** The versions `first` to `last`, both inclusive. */
final case class VersionRange(first: Long, last: Long) {
  override def toString: String = if (first == last) s"$first" else s"$first to $last"
}

object VersionRange {

  /** Combines ascending versions into the fewest ranges. */
  def fromVersions(versions: Iterator[Long]): Seq[VersionRange] =
    versions.foldLeft(Vector.empty[VersionRange]) {
      case (before :+ range, version) if range.last + 1 == version =>
        before :+ range.copy(last = version)
      case (ranges, version) => ranges :+ VersionRange(version, version)
    }

  /** Returns the range from the lowest to the highest of `versions`; `None` if there are none. */
  def spanning(versions: Iterable[Long]): Option[VersionRange] =
    Option.when(versions.nonEmpty)(VersionRange(versions.min, versions.max))

  /** Returns the ranges as text for a message. */
  def text(ranges: Seq[VersionRange]): String = ranges.mkString(", ")
}
