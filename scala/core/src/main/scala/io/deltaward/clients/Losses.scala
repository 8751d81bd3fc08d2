package io.deltaward.clients

import io.deltaward.features.TableDescriptor

/** The accesses that one release of a client loses by a table change, with the verdicts before and after. */
final case class Losses(lost: Seq[Access], before: ClientVerdict, after: ClientVerdict)

object Losses {

  /**
   * Finds the losses. An access is lost if its verdict rises in rank to UNKNOWN or higher. It is also lost if a blocked
   * client may now do harm, or go wrong without an error. An enabled feature counts as used, since a later commit will
   * use it without changing the protocol.
   */
  def find(before: TableDescriptor, after: TableDescriptor, release: Release): Losses = {
    val (was, is) = (onceUsed(before, release), onceUsed(after, release))
    val lost = Access.all.filter { access =>
      val (then, now) = (was.verdictFor(access), is.verdictFor(access))
      now.rank > then.rank && !now.works || then == Verdict.Blocked && letIn(now)
    }
    Losses(lost, was, is)
  }

  /** Checks whether the access goes wrong without an error. */
  private def letIn(now: Verdict): Boolean =
    now == Verdict.HarmsOthers || now == Verdict.SilentlyWrong

  /** Judges a table as if every enabled feature were used, as it will be sooner or later. */
  def onceUsed(table: TableDescriptor, release: Release): ClientVerdict =
    Verdicts.judge(table.protocol, table.states.assumingUse, release.unquoted)
}
