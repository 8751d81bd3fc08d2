package io.deltaward.rules

import io.deltaward.protocol.ProtocolProblem

/** A commit never writes an invalid protocol (rule P2), nor a version that no client knows. */
object ValidProtocol extends CommitRule {
  override val name = "validProtocol"

  override def checkPlanned(commit: Commit): Seq[Finding] = check(commit)

  override def check(commit: Commit): Seq[Finding] =
    if (!commit.protocolWritten) Nil
    else
      ProtocolProblem.in(commit.after.protocol).map { problem =>
        Finding(
          name,
          "INVALID_PROTOCOL",
          Map("protocol" -> commit.after.protocol.toString),
          Some(problem)
        )
      }
}
