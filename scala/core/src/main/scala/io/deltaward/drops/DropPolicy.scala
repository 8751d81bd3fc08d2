package io.deltaward.drops

import io.deltaward.protocol.Protocol

/** Decides which drops the policies in force allow. */
trait DropPolicy {

  /**
   * Checks whether the policies allow a drop.
   *
   * @param feature feature to drop
   * @param gone    features that are dropped before it
   * @param after   protocol that the drop would leave
   */
  def allows(feature: String, gone: Set[String], after: Protocol): Boolean
}
