package io.deltaward.rules

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.{LowestProtocol, Protocol}

/** A commit that carries a protocol carries the lowest one for the same features (rule P7). Others are left alone. */
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
    LowestProtocol.of(commit.after.protocol, commit.knownOtherwise)

  /** It brings lists and nothing in them, to a table without features: its writer is about to list some. */
  private def makesRoom(commit: Commit): Boolean =
    commit.after.protocol.minWriterVersion == Protocol.TableFeaturesWriter &&
      commit.after.supported.isEmpty && commit.before.forall(_.supported.isEmpty)
}
