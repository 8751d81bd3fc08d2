package io.deltaward

import org.scalatest.Tag

/** Tags tests that only `make test-all` runs: the cases of a grid that `make test` leaves out. */
object Exhaustive extends Tag("io.deltaward.Exhaustive") {

  /** Set by `make test-all`. */
  val on: Boolean = java.lang.Boolean.getBoolean("deltaward.test.exhaustive")

  /** Returns the tags of a case. `make test` runs representative cases only. */
  def unless(representative: Boolean): Seq[Tag] = if (representative) Nil else Seq(this)
}
