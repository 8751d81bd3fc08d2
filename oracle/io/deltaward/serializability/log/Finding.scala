package io.deltaward.serializability.log

/** Something about a version of a table that must never be. */
final case class Finding(version: Long, invariant: String, detail: String)

/** Collects the findings of one invariant. */
final case class Invariant(name: String) {

  def unless(version: Long, holds: Boolean)(detail: => String): Seq[Finding] =
    if (holds) Nil else broken(version, detail)

  def broken(version: Long, detail: String): Seq[Finding] = Seq(Finding(version, name, detail))
}
