package io.deltaward.clients

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol

/** Tables whose protocol asks for as little as its versions allow: what a client does with none of these it never does. */
private[deltaward] object PlainTables {

  private val all: Seq[TableDescriptor] = Seq(
    Protocol(1, 1),
    Protocol(1, 2),
    Protocol(2, 5),
    Protocol(1, 7, None, Some(Set.empty)),
    Protocol(3, 7, Some(Set.empty), Some(Set.empty))
  ).map(protocol => TableDescriptor.empty.copy(protocol = protocol))

  /** Whether it surely does this with one of them. */
  def works(release: Release, access: Access): Boolean = verdicts(release, access).exists(_.works)

  /** Whether it does this with none but by harming others: with any other table it can do no better. */
  def harms(release: Release, access: Access): Boolean = {
    val found = verdicts(release, access)
    found.contains(Verdict.HarmsOthers) && !found.exists(_.works)
  }

  private def verdicts(release: Release, access: Access): Seq[Verdict] =
    all.map(table => Verdicts.judge(table.protocol, table.states, release).of(access))
}
