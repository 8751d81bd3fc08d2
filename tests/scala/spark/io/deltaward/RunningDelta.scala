package io.deltaward

import org.scalatest.{Assertion, Assertions}

/** The version of Delta that the tests run with. */
object RunningDelta {

  /** Checks whether this Delta is of a minor version, such as `4.3`, or a later one. */
  def isAtLeast(minor: String): Boolean = number(io.delta.VERSION) >= number(minor)

  /** Cancels a test that this Delta cannot run. */
  def needs(minor: String, reason: String): Assertion =
    Assertions.assume(isAtLeast(minor), reason)

  def needsVectorDrops(): Assertion = needs("4.0", "Delta 3.3 cannot drop deletionVectors")

  private def number(version: String): Int = {
    val parts = version.split('.').take(2).map(_.toInt)
    parts(0) * 1000 + parts(1)
  }
}
