package io.deltaward.serializability.log

/** Checks that commits say correctly whether they change data (PROTOCOL.md, `dataChange`). */
object DataChanges {

  private val one = Invariant("the files of a commit agree on dataChange")
  private val quiet = Invariant("OPTIMIZE and REORG change no data")
  private val feed = Invariant("a change file is no data change")

  def findings(log: Log): Seq[Anomaly] = log.commits.flatMap { commit =>
    val values = (commit.adds ++ commit.removes).map(_.dataChange)
    val rewrites = Set("OPTIMIZE", "REORG")(commit.operation)
    one.unless(commit.version, values.distinct.size <= 1)(commit.operation) ++
      quiet.unless(commit.version, !rewrites || !values.contains(true))(commit.operation) ++
      feed.unless(commit.version, !commit.changeFiles.exists(_.path("dataChange").asBoolean)) {
        commit.operation
      }
  }
}
