package io.deltaward.serializability.log

/** A session that took no part reads the same rows. */
object OtherReader {

  private val same = Invariant("another session reads the same rows")

  def findings(rows: TableRows, others: TableRows, version: Long): Seq[Finding] = {
    val (here, there) = (rows.counts(version), others.counts(version))
    same.unless(version, here == there)(s"$here here, $there there")
  }
}
