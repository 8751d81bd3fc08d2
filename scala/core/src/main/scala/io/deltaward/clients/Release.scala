package io.deltaward.clients

import java.time.LocalDate

/**
 * One release of a client, through one access path.
 *
 * @param version    version as the vendor writes it, or a range `a - b`
 * @param accessPath way to the table; some clients have several, with different rules
 * @param evidence   kind of evidence; `None` if nothing is known of this version
 * @param verifiedAt day on which the facts were last checked
 * @param neighbours for an unknown version, the known releases before and after it, which decide the verdict
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

  /** Returns the client with its access path, as statements and policies name it: `polars[scan_delta]`. */
  def qualified: String = if (accessPath.isEmpty) client else s"$client[$accessPath]"

  /** Returns the release without its failure messages, so that verdicts that differ only in these are reported once. */
  def unquoted: Release = copy(
    read = read.unquoted,
    write = write.unquoted,
    neighbours = neighbours.map(_.unquoted)
  )

  def support(access: Access): Support = access match {
    case Access.Read => read
    case Access.Write => write
  }

  /** Checks whether the client is known not to offer this access for any table. */
  def neverDoes(access: Access): Boolean = support(access) match {
    case known: Support.Known => known.never
    case _: Support.NoEvidence => false
  }

  /** Checks whether the outcome depends on the table: something is known of the access, and the client offers it. */
  def dependsOnTable(access: Access): Boolean =
    if (neighbours.nonEmpty) neighbours.forall(_.dependsOnTable(access))
    else
      support(access) match {
        case known: Support.Known => !known.never
        case _: Support.NoEvidence => false
      }
}

object Release {

  /** Returns a release without evidence, for a version about which nothing is known. */
  def unknown(client: String, version: String, accessPath: String, reason: String): Release = {
    val support = Support.NoEvidence(reason)
    Release(client, version, accessPath, support, support, None, None, Nil)
  }
}
