package io.deltaward.rules

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.{LowestProtocol, Protocol}

/** Requires a commit that carries a protocol to carry the lowest one for its features (rule P7). Ignores other commits. */
object LowestProtocolRule extends CommitRule {
  override val name = "lowestProtocol"

  override def check(commit: Commit): Seq[Finding] =
    if (!commit.protocolWritten || makesRoom(commit)) Nil
    else {
      val (protocol, lowest) = (commit.after.protocol, lowestFor(commit))
      if (lowest == protocol) Nil
      else
        Seq(
          Finding(
            name,
            "NOT_LOWEST_PROTOCOL",
            Map("protocol" -> protocol.toString, "lowest" -> lowest.toString)
          )
        )
    }

  override def amend(commit: Commit): TableDescriptor =
    commit.after.copy(protocol = lowestFor(commit))

  private def lowestFor(commit: Commit): Protocol =
    LowestProtocol.lower(commit.after.protocol, commit.knownOtherwise)

  /** Checks whether the commit adds empty feature lists to a table without features. Its writer is about to fill them. */
  private def makesRoom(commit: Commit): Boolean =
    commit.after.protocol.minWriterVersion == Protocol.TableFeaturesWriter &&
      commit.after.supported.isEmpty && commit.before.forall(_.supported.isEmpty)
}
