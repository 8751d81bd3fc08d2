package io.deltaward.drops

import io.deltaward.protocol.Protocol

/** What the policies in force say to drops. */
trait DropPolicy {

  /**
   * @param feature what would be dropped
   * @param gone    what would be dropped before
   * @param after   the protocol that the drop would leave
   */
  def allows(feature: String, gone: Set[String], after: Protocol): Boolean
}
