package io.deltaward.rules

import io.deltaward.protocol.ProtocolProblem

/**
 * Refuses a commit that writes one of these:
 *
 *   - an invalid protocol (rule P2)
 *   - a protocol version that no client knows
 *   - a table that needs a feature that the protocol does not list
 *   - a clustering that Delta cannot read
 *
 * Ignores what the table already lacked before the commit.
 */
object ValidProtocol extends CommitRule {
  override val name = "validProtocol"

  /** Ignores missing features, which may still be added to the protocol. */
  override def checkPlanned(commit: Commit): Seq[Finding] =
    findings(commit, byItself(commit)) ++ ReadableClustering.planned(commit)

  override def check(commit: Commit): Seq[Finding] =
    findings(commit, byItself(commit) ++ forItsTable(commit)) ++ ReadableClustering.lost(commit)

  private def byItself(commit: Commit): Seq[ProtocolProblem] =
    if (commit.protocolWritten) ProtocolProblem.findIn(commit.after.protocol) else Nil

  private def forItsTable(commit: Commit): Seq[ProtocolProblem] =
    if (!commit.changesTable) Nil
    else {
      val problems = commit.after.problems
      lazy val before = commit.before.toSeq.flatMap(_.problems).map(what)
      problems.filterNot(problem => before.contains(what(problem)))
    }

  private def what(problem: ProtocolProblem): (String, Option[String]) =
    (problem.condition, problem.parameters.get("feature"))

  private def findings(commit: Commit, problems: Seq[ProtocolProblem]): Seq[Finding] =
    if (problems.isEmpty) Nil
    else
      Seq(
        Finding(
          name,
          "INVALID_PROTOCOL",
          Map("protocol" -> commit.after.protocol.toString),
          problems
        )
      )
}
