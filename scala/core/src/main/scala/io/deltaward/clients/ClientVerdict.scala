package io.deltaward.clients

import java.time.LocalDate

/**
 * The verdict on one release of a client, through one access path, for one table.
 *
 * @param clientVersion    version of the client; empty if no version is known
 * @param blockingFeatures features behind a verdict other than OK and UNKNOWN, sorted
 * @param reason           one sentence on both verdicts
 * @param evidence         kind of evidence; `None` if nothing is known
 * @param readWhy          reason for `readVerdict`, as part of a sentence; may be empty
 * @param writeWhy         reason for `writeVerdict`, as part of a sentence; may be empty
 * @param readBlocking     features among `blockingFeatures` behind `readVerdict`
 * @param writeBlocking    features among `blockingFeatures` behind `writeVerdict`
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

  def verdictFor(access: Access): Verdict = access match {
    case Access.Read => readVerdict
    case Access.Write => writeVerdict
  }

  /** Returns the features behind the verdict. */
  def blocking(access: Access): Set[String] = access match {
    case Access.Read => readBlocking
    case Access.Write => writeBlocking
  }

  /**
   * Returns the reason for the verdict. If a client cannot write because it cannot read, returns the reason for the
   * reading verdict.
   */
  def why(access: Access): String = access match {
    case Access.Write if writeWhy != Verdict.MustRead => writeWhy
    case _ => readWhy
  }
}
