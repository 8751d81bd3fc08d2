package io.deltaward.clients

import io.deltaward.features.TableDescriptor

/** What a change of a table takes away from one release of a client, and the verdicts around it. */
final case class Losses(lost: Seq[Access], before: ClientVerdict, after: ClientVerdict)

object Losses {

  /**
   * A feature that is turned on counts as used, since it will be sooner or later, in a commit that carries no protocol.
   * What is not known counts as lost; what was lost before does not, unless a client that was kept out is let in to do harm,
   * or to go wrong without an error.
   */
  def between(before: TableDescriptor, after: TableDescriptor, release: Release): Losses = {
    val (was, is) = (onceUsed(before, release), onceUsed(after, release))
    val lost = Access.all.filter { access =>
      val (then, now) = (was.of(access), is.of(access))
      now.rank > then.rank && !now.works || then == Verdict.Blocked && letIn(now)
    }
    Losses(lost, was, is)
  }

  /** Whether it does something that no error tells of. */
  private def letIn(now: Verdict): Boolean =
    now == Verdict.HarmsOthers || now == Verdict.SilentlyWrong

  /** The verdict on a table whose features that are turned on are used, as they will be sooner or later. */
  def onceUsed(table: TableDescriptor, release: Release): ClientVerdict =
    Verdicts.judge(table.protocol, table.states.assumingUse, release.unquoted)
}
