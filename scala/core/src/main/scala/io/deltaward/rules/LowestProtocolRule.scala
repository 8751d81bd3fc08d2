package io.deltaward.rules

import io.deltaward.protocol.{LowestProtocol, Protocol}

/** A commit that carries a protocol carries the lowest one for the same features (rule P7). Others are left alone. */
object LowestProtocolRule extends CommitRule {
  override val name = "lowestProtocol"

  override def check(commit: Commit): Seq[Finding] = {
    val protocol = commit.after.protocol
    if (!commit.protocolWritten || LowestProtocol.isLowest(protocol)) Nil
    else
      Seq(
        Finding(
          name,
          "NOT_LOWEST_PROTOCOL",
          Map(
            "protocol" -> protocol.toString,
            "lowest" -> LowestProtocol.of(protocol).toString
          )
        )
      )
  }

  override def amend(protocol: Protocol): Protocol = LowestProtocol.of(protocol)
}
