package io.deltaward.clients

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol

/**
 * Tables whose protocol asks for as little as its versions allow. A client that cannot read or write any of them can
 * read or write no table.
 */
private[deltaward] object PlainTables {

  private val all: Seq[TableDescriptor] = Seq(
    Protocol(1, 1),
    Protocol(1, 2),
    Protocol(2, 5),
    Protocol(1, 7, None, Some(Set.empty)),
    Protocol(3, 7, Some(Set.empty), Some(Set.empty))
  ).map(protocol => TableDescriptor.empty.copy(protocol = protocol))

  /** Checks whether the access certainly works with one of these tables. */
  def works(release: Release, access: Access): Boolean = verdicts(release, access).exists(_.works)

  /**
   * Checks whether the access harms others with one of these tables, and works with none. Such a client does no better
   * with any other table.
   */
  def harms(release: Release, access: Access): Boolean = {
    val found = verdicts(release, access)
    found.contains(Verdict.HarmsOthers) && !found.exists(_.works)
  }

  private def verdicts(release: Release, access: Access): Seq[Verdict] =
    all.map(table => Verdicts.judge(table.protocol, table.states, release).verdictFor(access))
}
