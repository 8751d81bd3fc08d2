package io.deltaward.serializability.log

/** Checks that a session that ran no statement reads the same rows. */
object OtherReader {

  private val same = Invariant("another session reads the same rows")

  def findings(rows: RowsByVersion, others: RowsByVersion, version: Long): Seq[Anomaly] = {
    val (here, there) = (rows.counts(version), others.counts(version))
    same.unless(version, here == there)(s"$here here, $there there")
  }
}
