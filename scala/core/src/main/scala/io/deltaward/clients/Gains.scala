package io.deltaward.clients

import io.deltaward.features.TableDescriptor

/** Finds the accesses that a table change gives to one release of a client. */
object Gains {

  /**
   * Returns the accesses that certainly work after the change and did not before, by the same rules as [[Losses]].
   * Failing in another way is no gain, nor is write access that does harm.
   */
  def find(before: TableDescriptor, after: TableDescriptor, release: Release): Seq[Access] = {
    val (was, is) = (Losses.onceUsed(before, release), Losses.onceUsed(after, release))
    Access.all.filter(access => is.verdictFor(access).works && !was.verdictFor(access).works)
  }
}
