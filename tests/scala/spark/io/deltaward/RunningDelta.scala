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

  def needsMappingDrops(): Assertion = needs("3.3", "Delta 3.2 cannot drop columnMapping")

  def needsProtection(): Assertion = needs("3.3", "Delta 3.2 has no checkpointProtection")

  def needsChecksums(): Assertion = needs("3.3", "Delta 3.2 neither writes nor checks checksums")

  /** Ends the names of features and properties that Delta 3.2 only has as previews. */
  val preview: String = if (isAtLeast("3.3")) "" else "-preview"

  private def number(version: String): Int = {
    val parts = version.split('.').take(2).map(_.toInt)
    parts(0) * 1000 + parts(1)
  }
}
