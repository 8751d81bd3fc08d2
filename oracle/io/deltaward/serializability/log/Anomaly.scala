package io.deltaward.serializability.log

/** A violated invariant of a table at one version. */
final case class Anomaly(version: Long, invariant: String, detail: String)

/** Collects the findings of one invariant. */
final case class Invariant(name: String) {

  def unless(version: Long, holds: Boolean)(detail: => String): Seq[Anomaly] =
    if (holds) Nil else broken(version, detail)

  def broken(version: Long, detail: String): Seq[Anomaly] = Seq(Anomaly(version, name, detail))
}
