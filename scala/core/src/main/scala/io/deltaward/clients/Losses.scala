package io.deltaward.clients

import io.deltaward.features.TableDescriptor

/** What a change of a table takes away from one release of a client; `after` is the verdict afterwards. */
final case class Losses(lost: Seq[Access], after: ClientVerdict)

object Losses {

  /**
   * A feature that is turned on counts as used, since it will be sooner or later, in a commit that carries no protocol.
   * What is not known counts as lost; what was lost before does not, unless it now does harm: a client that was kept out is
   * let in to it.
   */
  def between(before: TableDescriptor, after: TableDescriptor, release: Release): Losses = {
    val (was, is) = (onceUsed(before, release), onceUsed(after, release))
    val lost = Access.all.filter { access =>
      val (then, now) = (was.of(access), is.of(access))
      val harms = now == Verdict.HarmsOthers && then != now
      harms || now.rank >= Verdict.Unknown.rank && now.rank > then.rank
    }
    Losses(lost, is)
  }

  /** The verdict on a table whose features that are turned on are used, as they will be sooner or later. */
  def onceUsed(table: TableDescriptor, release: Release): ClientVerdict =
    Verdicts.judge(table.protocol, table.states.assumingUse, release.unquoted)
}
