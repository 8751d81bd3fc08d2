package io.deltaward

import org.scalatest.Tag

/** What only `make test-all` runs: the cases of a grid that `make test` goes through in part. */
object Exhaustive extends Tag("io.deltaward.Exhaustive") {

  /** Set by `make test-all`. */
  val on: Boolean = java.lang.Boolean.getBoolean("deltaward.test.exhaustive")

  /** The tags of a case. */
  def unless(representative: Boolean): Seq[Tag] = if (representative) Nil else Seq(this)
}
