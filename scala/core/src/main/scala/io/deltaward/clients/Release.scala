package io.deltaward.clients

import java.time.LocalDate

/**
 * One release of a client, through one of its ways to a table.
 *
 * @param version    as the vendor writes it, or a range `a - b`
 * @param accessPath which way in: some clients have several, with different rules
 * @param evidence   `None` where nothing is known of this version
 * @param verifiedAt the day the facts were last checked
 */
final case class Release(
    client: String,
    version: String,
    accessPath: String,
    read: Support,
    write: Support,
    evidence: Option[Evidence],
    verifiedAt: Option[LocalDate],
    sources: Seq[String]
) {

  /** Whether nothing is known of it. */
  def unknownFor(access: Access): Boolean = (access match {
    case Access.Read => read
    case Access.Write => write
  }).isInstanceOf[Support.NoEvidence]
}

object Release {

  /** A version of which nothing is known. */
  def unknown(client: String, version: String, accessPath: String, reason: String): Release = {
    val support = Support.NoEvidence(reason)
    Release(client, version, accessPath, support, support, None, None, Nil)
  }
}
