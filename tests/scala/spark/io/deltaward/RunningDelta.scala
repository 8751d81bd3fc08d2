package io.deltaward

/** The version of Delta that the tests run with. */
object RunningDelta {

  /** Checks whether this Delta is of a minor version, such as `4.3`, or a later one. */
  def isAtLeast(minor: String): Boolean = number(io.delta.VERSION) >= number(minor)

  private def number(version: String): Int = {
    val parts = version.split('.').take(2).map(_.toInt)
    parts(0) * 1000 + parts(1)
  }
}
