package io.deltaward.serializability.log

/** Checks in-commit timestamps, if they are enabled (PROTOCOL.md, "In-Commit Timestamps"). */
object CommitTimestamps {

  private val present = Invariant("a commit carries its in-commit timestamp")
  private val forward = Invariant("in-commit timestamps run forward")

  def findings(log: Log): Seq[Anomaly] = {
    val on = log.commits.filter(c => log.isOn(c.version, "delta.enableInCommitTimestamps"))
    val stamps = on.map { commit =>
      commit.version -> commit.info.flatMap(Json.field(_, "inCommitTimestamp")).map(_.asLong)
    }
    stamps.flatMap { case (version, stamp) => present.unless(version, stamp.nonEmpty)("none") } ++
      stamps.zip(stamps.drop(1)).collect { case ((_, Some(before)), (version, Some(now))) =>
        forward.unless(version, before < now)(s"$before, then $now")
      }.flatten
  }
}
