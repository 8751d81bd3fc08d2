package io.deltaward.clients

import java.time.LocalDate

/**
 * What happens when one release of a client, through one access path, touches a table.
 *
 * @param clientVersion    empty for a client of which no version is known
 * @param blockingFeatures sorted; what stands behind a verdict other than OK and UNKNOWN
 * @param reason           one sentence on both verdicts
 * @param evidence         `None` where nothing is known
 * @param readWhy          what brings `readVerdict` about, for a sentence; may be empty
 * @param writeWhy         the same of `writeVerdict`
 * @param readBlocking     of `blockingFeatures`, those behind `readVerdict`
 * @param writeBlocking    those behind `writeVerdict`
 */
final case class ClientVerdict(
    client: String,
    clientVersion: String,
    accessPath: String,
    readVerdict: Verdict,
    writeVerdict: Verdict,
    blockingFeatures: Seq[String],
    reason: String,
    evidence: Option[Evidence],
    verifiedAt: Option[LocalDate],
    sources: Seq[String],
    readWhy: String,
    writeWhy: String,
    readBlocking: Set[String],
    writeBlocking: Set[String]
) {

  def of(access: Access): Verdict = access match {
    case Access.Read => readVerdict
    case Access.Write => writeVerdict
  }

  /** The features behind the verdict. */
  def blocking(access: Access): Set[String] = access match {
    case Access.Read => readBlocking
    case Access.Write => writeBlocking
  }

  /** What brings the verdict about, be it that the client cannot read. */
  def why(access: Access): String = access match {
    case Access.Write if writeWhy != Verdict.MustRead => writeWhy
    case _ => readWhy
  }
}
