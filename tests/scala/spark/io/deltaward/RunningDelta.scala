package io.deltaward

/** The version of Delta that the tests run with. Lines differ in it. */
object RunningDelta {

  /** Checks whether this Delta is of a minor version, such as `4.3`, or a later one. */
  def isAtLeast(minor: String): Boolean = number(io.delta.VERSION) >= number(minor)

  /** Delta before 4.4 makes identity columns by its builders alone, and not in SQL. */
  val takesIdentityInSql: Boolean = isAtLeast("4.4")

  private def number(version: String): Int = {
    val parts = version.split('.').map(_.toInt)
    parts(0) * 1000 + parts(1)
  }
}
