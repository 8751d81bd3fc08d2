package io.deltaward.rules

import io.deltaward.protocol.FeatureKind

/**
 * What `checkpointProtection` protects stays protected (rules C5 and C6; the RFC on checkpoint protection).
 *
 *   - C5: the boundary only moves forward, and the feature goes only when the history before the boundary has gone;
 *     Delta unsets the boundary in a commit of its own before it drops the feature.
 *   - C6: a feature that older versions need to be read goes only with its history, or with that history protected.
 */
object CheckpointProtection extends CommitRule {
  override val name = "checkpointProtection"

  val Feature = "checkpointProtection"

  /** The table property that holds the boundary. */
  val Property = "delta.requireCheckpointProtectionBeforeVersion"

  override def checkPlanned(commit: Commit): Seq[Finding] =
    commit.before.flatMap(movedBack(_, commit)).toSeq

  override def check(commit: Commit): Seq[Finding] =
    commit.before.toSeq.flatMap { before =>
      movedBack(before, commit) ++ removedTooEarly(before, commit) ++ unprotected(before, commit)
    }

  private def movedBack(before: TableSide, commit: Commit): Option[Finding] = for {
    was <- before.boundary
    is <- commit.after.boundary
    if is < was && commit.earliestReadableVersion() < was
  } yield finding("BOUNDARY_MOVED_BACK", "boundary" -> was.toString, "newBoundary" -> is.toString)

  private def removedTooEarly(before: TableSide, commit: Commit): Option[Finding] = for {
    was <- before.boundary
    if commit.after.boundary.isEmpty
    earliest = commit.earliestReadableVersion()
    if earliest < was
  } yield finding(
    "PROTECTED_HISTORY_EXISTS",
    "boundary" -> was.toString,
    "earliest" -> earliest.toString
  )

  private def unprotected(before: TableSide, commit: Commit): Option[Finding] = {
    val removed = before.protocol.supportedFeatures -- commit.after.protocol.supportedFeatures
    val neededToRead = removed.filter(before.protocol.feature(_).kind == FeatureKind.ReaderWriter)
    val protectedHere = commit.after.boundary.exists(_ >= commit.version)
    Option.when(neededToRead.nonEmpty && !protectedHere && !commit.historyCheckedByDelta)(
      finding(
        "HISTORY_LEFT_UNPROTECTED",
        "features" -> neededToRead.toSeq.sorted.mkString(", "),
        "property" -> Property,
        "version" -> commit.version.toString
      )
    )
  }

  private def finding(condition: String, parameters: (String, String)*): Finding =
    Finding(name, condition, parameters.toMap)
}
