package io.deltaward.clients

import io.deltaward.features.TableDescriptor

/** What a change of a table gives to one release of a client. */
object Gains {

  /**
   * What surely works afterwards and did not before, by the same rule as [[Losses]]. To fail in another way than before, or
   * to be let in to do harm, is no gain.
   */
  def between(before: TableDescriptor, after: TableDescriptor, release: Release): Seq[Access] = {
    val (was, is) = (Losses.onceUsed(before, release), Losses.onceUsed(after, release))
    Access.all.filter(access => is.of(access).works && !was.of(access).works)
  }
}
