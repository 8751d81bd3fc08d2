package io.deltaward.clients

import io.deltaward.features.FeatureStates
import io.deltaward.protocol.{Features, LowestProtocol, Protocol, ProtocolProblem}

/** Finds the smallest change that gives a client access it does not have, and checks that it does. */
final class Fixes(delta: RunningDelta) {

  /** `None` where all is OK, where nothing is known, or where no statement of this Delta helps. */
  def of(protocol: Protocol, states: FeatureStates, release: Release): Option[Fix] = {
    val before = Verdicts.judge(protocol, states, release)
    def helps(after: Protocol): Boolean = {
      val judged = Verdicts.judge(after, states, release)
      val read = before.readVerdict.rank - judged.readVerdict.rank
      val write = before.writeVerdict.rank - judged.writeVerdict.rank
      read >= 0 && write >= 0 && read + write > 0
    }
    if (ProtocolProblem.in(protocol).nonEmpty) None
    else if (helps(LowestProtocol.of(protocol))) Some(Fix.Normalize)
    else if (before.blockingFeatures.isEmpty) None
    else {
      val order = Features.dropOrder(before.blockingFeatures.toSet, protocol.supportedFeatures)
      if (order.forall(delta.droppable) && helps(without(protocol, order.toSet)))
        Some(Fix.Drop(order, delta.truncating))
      else
        Option.when(
          helps(Fixes.plain) && copyHelps(protocol, states, before.blockingFeatures)
        )(Fix.Copy)
    }
  }

  /** What a drop leaves: Delta lowers the protocol along with it (rule D3). */
  private def without(protocol: Protocol, dropped: Set[String]): Protocol =
    LowestProtocol.supporting((protocol.supportedFeatures -- dropped).map(protocol.feature))

  /** A copy helps if this Delta can read the table and no column would bring the feature back. */
  private def copyHelps(
      protocol: Protocol,
      states: FeatureStates,
      blocking: Seq[String]
  ): Boolean =
    protocol.readerRequirements.subsetOf(delta.features) &&
      !blocking.exists(f => Fixes.inColumnTypes(f) && !states.used(f).contains(false))
}

object Fixes {

  /** What Delta gives a new table that asks for nothing. */
  private val plain: Protocol = Protocol(1, 2)

  /** Features that a column's type needs: a copy of the column needs them as well. */
  private val inColumnTypes: Set[String] = Set(
    "collations",
    "collations-preview",
    "geospatial",
    "geospatial-dev",
    "timestampNtz",
    "variantType",
    "variantType-preview"
  )
}
