package io.deltaward.clients

import java.time.LocalDate

/**
 * One release of a client, through one of its ways to a table.
 *
 * @param version    as the vendor writes it, or a range `a - b`
 * @param accessPath which way in: some clients have several, with different rules
 * @param evidence   `None` where nothing is known of this version
 * @param verifiedAt the day the facts were last checked
 * @param neighbours of a version that is not known itself: the known ones before and after it, which decide what it does
 */
final case class Release(
    client: String,
    version: String,
    accessPath: String,
    read: Support,
    write: Support,
    evidence: Option[Evidence],
    verifiedAt: Option[LocalDate],
    sources: Seq[String],
    neighbours: Seq[Release] = Nil
) {

  /** The client by this access path alone, as statements and policies name it: `polars[scan_delta]`. */
  def qualified: String = if (accessPath.isEmpty) client else s"$client[$accessPath]"

  /** The same without the messages that it fails with: what differs in these alone is said once. */
  def unquoted: Release = copy(
    read = read.unquoted,
    write = write.unquoted,
    neighbours = neighbours.map(_.unquoted)
  )

  def support(access: Access): Support = access match {
    case Access.Read => read
    case Access.Write => write
  }

  /** Whether it is known to do this with no table at all. */
  def neverDoes(access: Access): Boolean = support(access) match {
    case known: Support.Known => known.never
    case _: Support.NoEvidence => false
  }

  /** Whether it depends on the table what it does: something is known of it, and it does this at all. */
  def dependsOnTable(access: Access): Boolean =
    if (neighbours.nonEmpty) neighbours.forall(_.dependsOnTable(access))
    else
      support(access) match {
        case known: Support.Known => !known.never
        case _: Support.NoEvidence => false
      }
}

object Release {

  /** A version of which nothing is known. */
  def unknown(client: String, version: String, accessPath: String, reason: String): Release = {
    val support = Support.NoEvidence(reason)
    Release(client, version, accessPath, support, support, None, None, Nil)
  }
}
