package io.deltaward.checkpoints

import io.deltaward.log.TableHistory
import io.deltaward.protocol.Protocol

/**
 * Checks that a cleanup keeps rules C1 and C3, and leaves a readable log.
 *
 * @param boundary highest boundary of the table ([[Protection.highest]])
 * @param known    features that the cleaning writer supports
 */
final class CleanupCheck(boundary: Long, history: TableHistory, known: Set[String]) {
  import CleanupProblem._

  /** @param damage returns a problem of a version's checkpoints if none of them can be used */
  def problems(cleanup: Cleanup, damage: Long => Option[CheckpointProblem]): Seq[CleanupProblem] =
    cleanup.base.toSeq.flatMap { base =>
      val inChunks = if (base < boundary) chunk(cleanup, base) else Nil
      inChunks ++ damage(base).map(DamagedBase(base, _))
    }

  private def chunk(cleanup: Cleanup, base: Long): Seq[CleanupProblem] = {
    val checkpoints = Option.when(cleanup.checkpoints.nonEmpty)(
      ProtectedCheckpoints(cleanup.checkpoints, base, boundary)
    )
    checkpoints.toSeq ++ unsupported(cleanup, base)
  }

  private def unsupported(cleanup: Cleanup, base: Long): Option[CleanupProblem] = {
    val going = cleanup.versions.iterator.flatMap(range =>
      Iterator.iterate(range.first)(_ + 1).takeWhile(_ <= range.last)
    )
    val reasons = going.flatMap(version => reason(version).map(version -> _)).toSeq
    Option.when(reasons.nonEmpty)(
      UnsupportedVersions(
        VersionRange.fromVersions(reasons.iterator.map(_._1)),
        reasons.map(_._2).distinct.mkString(", "),
        base,
        boundary
      )
    )
  }

  private def reason(version: Long): Option[String] = history.stateAt(version) match {
    case None => Some("the protocol can no longer be determined")
    case Some(state) if !isDefined(state.protocol) =>
      Some(s"the protocol ${state.protocol} is not supported here")
    case Some(state) =>
      val unknown = (state.protocol.supportedFeatures -- known).toSeq.sorted
      Option.when(unknown.nonEmpty)(s"${unknown.mkString(", ")} is not supported here")
  }

  private def isDefined(protocol: Protocol): Boolean =
    Protocol.ReaderVersions.contains(protocol.minReaderVersion) &&
      Protocol.WriterVersions.contains(protocol.minWriterVersion)
}
