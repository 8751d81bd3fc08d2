package io.deltaward.checkpoints

import java.util.concurrent.TimeUnit.MINUTES

import io.deltaward.log.{LogEntry, TableHistory}
import io.deltaward.protocol.Boundary

/**
 * The facts about a log that a [[Diagnosis]] is based on.
 *
 * @param entries   every file in the log directory
 * @param retention how long the table keeps its log; `None` if Delta cannot understand the table's properties
 * @param known     features that the running Delta supports
 * @param timestamp commit time of the newest version, in milliseconds since the epoch
 * @param now       current time, in milliseconds since the epoch
 */
final case class ProtectionEvidence(
    entries: Seq[LogEntry],
    checkpoints: Seq[InspectedCheckpoint],
    history: TableHistory,
    retained: RetainedLog,
    retention: Option[Retention],
    known: Set[String],
    timestamp: Long,
    now: Long
)

/** Derives the state of checkpoint protection (rule C7) from the evidence. */
final class Diagnosis(evidence: ProtectionEvidence) {
  import evidence._

  /** Protection of the table; `None` if the table does not support the feature. */
  val protection: Option[Protection] = Protection.fromHistory(history)

  private val boundary: Long = protection.fold(0L)(_.highest)

  val readers: Seq[ReaderView] = ReaderView.forLog(retained)

  /**
   * Versions before the boundary that the log no longer holds; `None` if it holds all. The log does not show whether their
   * removal broke rule C1: the protection may have begun later, or one cleanup may have removed them all.
   */
  val missing: Option[VersionRange] =
    Option.when(retained.first > 0 && boundary > 0)(
      VersionRange(0, math.min(retained.first, boundary) - 1)
    )

  /** The cut-off of the next cleanup ([[Cleanup.cutoff]]); `None` if the table has no cleanup. */
  val cutoff: Option[Long] = retention.filter(_.cleansUp).map(r => Cleanup.cutoff(now, r.log))

  private val cleanup: Cleanup =
    cutoff.fold(Cleanup(Nil, None))(Cleanup.plan(entries, history.latest + 1, _))

  /** Reasons the next cleanup must not run; empty if it may run. */
  val cleanupProblems: Seq[CleanupProblem] =
    new CleanupCheck(boundary, history, known).problems(cleanup, damage)

  /** Versions that the next cleanup may remove; `None` if it removes none or must not run. */
  val cleanupVersions: Option[VersionRange] =
    if (cleanupProblems.isEmpty) cleanup.versions else None

  /**
   * Earliest moment at which the feature can be dropped; a moment in the past means at once. `None` if the table does not
   * support the feature, has not reached its boundary, or does not say how long it keeps its log.
   */
  val dropTime: Option[Long] = retention.filter(_ => protection.isDefined && reached).map { r =>
    DropTime.earliest(entries, history.latest, boundary, r.truncate).getOrElse(timestamp)
  }

  private def reached: Boolean = boundary <= history.latest

  def isProtected(checkpoint: FoundCheckpoint): Boolean = checkpoint.version < boundary

  /** Returns a sentence for each problem. */
  def problems: Seq[String] =
    protection.toSeq.flatMap(boundaryProblems) ++ checkpointProblems ++ readerProblems ++
      Option.when(retention.isEmpty)(
        "The table's properties do not say how long it keeps its log."
      ) ++
      cleanupProblems.map(problem => s"The next cleanup must not run. ${problem.text}")

  private def boundaryProblems(protection: Protection): Seq[String] = {
    val property = Boundary.Property
    val unclear = protection.stated match {
      case None => Some(s"checkpointProtection is supported, but $property is not set.")
      case Some(text) if text.trim.toLongOption.isEmpty =>
        Some(s"$property is '$text', which is not a number.")
      case _ => None
    }
    val movedBack = protection.movedBack.map { version =>
      s"Version $version moved the boundary back from ${protection.highest} to ${protection.boundary}. Other writers " +
        s"no longer protect what is before ${protection.highest}."
    }
    unclear.toSeq ++ movedBack ++ Option.unless(reached)(
      s"The boundary $boundary lies beyond the newest version ${history.latest}, so the protection would never " +
        s"end. Set $property to ${protection.reached}, the highest boundary in the log that a version reached."
    )
  }

  private def checkpointProblems: Seq[String] = checkpoints.flatMap { checkpoint =>
    checkpoint.problem.map { problem =>
      s"The checkpoint of version ${checkpoint.found.version} cannot be used: ${problem.text}."
    }
  }

  private def readerProblems: Seq[String] = readers.filter(_.lost.nonEmpty).map { view =>
    val features = view.reader.features.toSeq.sorted
    val known = if (features.isEmpty) "" else features.mkString(" that know [", ", ", "]")
    s"Lost to readers of protocol version ${view.reader.minReaderVersion}$known: the versions " +
      s"${VersionRange.text(view.lost)}."
  }

  private def damage(version: Long): Option[CheckpointProblem] = {
    val there = checkpoints.filter(_.found.version == version)
    if (there.forall(_.problem.isDefined)) there.headOption.flatMap(_.problem) else None
  }
}

/** Calculates when `checkpointProtection` can be dropped (rule D5). */
object DropTime {

  /**
   * Returns the earliest moment at which `DROP FEATURE checkpointProtection TRUNCATE HISTORY` truncates all history before
   * the boundary. Delta rounds its cut-off down to a full minute. `None` if there is no such history, or if the table has
   * not reached the boundary.
   *
   * @param latest    newest version
   * @param retention `delta.dropFeatureTruncateHistory.retentionDuration` in milliseconds
   * @return milliseconds since the epoch
   */
  def earliest(
      entries: Iterable[LogEntry],
      latest: Long,
      boundary: Long,
      retention: Long
  ): Option[Long] = {
    val groups = CleanupGroup.fromEntries(entries, latest + 1)
    val before = groups.take(groups.indexWhere(_.until >= boundary) + 1)
    Option.when(before.exists(_.files.exists(versionOf(_) < boundary))) {
      val minute = MINUTES.toMillis(1)
      -Math.floorDiv(-before.map(_.expires).max, minute) * minute + retention
    }
  }

  private def versionOf(entry: LogEntry): Long = entry.name.takeWhile(_.isDigit).toLong
}
