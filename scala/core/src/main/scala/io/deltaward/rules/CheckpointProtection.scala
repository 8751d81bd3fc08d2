package io.deltaward.rules

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.{Boundary, FeatureKind}

/**
 * Refuses commits that would weaken `checkpointProtection` (rules C5 and C6; RFC on checkpoint protection).
 *
 *   - C5: the boundary only moves forward, to a version that exists. The feature goes only after the history before the
 *     boundary has gone. Delta unsets the boundary in a separate commit before it drops the feature.
 *   - C6: a feature that readers of older versions need goes only if its history goes too, or is protected.
 *
 * If a statement replaces the table without naming the boundary, the rule adds the protection to the commit. Delta before
 * 3.3 could not write the table afterwards: there, the rule refuses the commit.
 */
object CheckpointProtection extends CommitRule {
  override val name = "checkpointProtection"

  override def checkPlanned(commit: Commit): Seq[Finding] = boundary(commit).toSeq

  override def check(commit: Commit): Seq[Finding] =
    boundary(commit).toSeq ++ commit.before.toSeq.flatMap { before =>
      removedTooEarly(before, commit) ++ leftUnprotected(before, commit)
    }

  /** Keeps the boundary of the table, and protects the history up to this commit, as far as either is needed. */
  override def amend(commit: Commit): TableDescriptor =
    if (isSilent(commit)) {
      val after = commit.after
      val needed = commit.before.fold(0L)(neededBoundary(_, commit))
      val protocol =
        if (needed > 0) after.protocol.withWriterFeature(Boundary.Feature) else after.protocol
      val there = after.copy(protocol = protocol)
      there.statedBoundary match {
        case None if needed == 0 => there
        case stated => there.copy(properties =
            there.properties + (Boundary.Property -> bound(stated, needed, commit))
          )
      }
    } else commit.after

  /** Checks whether the statement replaces the table and does not name the boundary, or repeats its current value. */
  private def isSilent(commit: Commit): Boolean = commit.change.named.exists(named =>
    !named(Boundary.Property) || commit.after.statedBoundary.exists(stated =>
      commit.before.exists(_.statedBoundary.contains(stated))
    )
  )

  private def neededBoundary(before: TableDescriptor, commit: Commit): Long = {
    val kept = before.boundary.filter(commit.earliestReadableVersion() < _)
    val removed = Option.when(
      commit.protectsHistory && leavesUnprotected(before, commit)
    )(commit.version)
    (kept ++ removed).maxOption.getOrElse(0L)
  }

  /**
   * Returns the boundary to write. The boundary of a version that RESTORE goes back to counts too; that of CLONE's source
   * does not.
   */
  private def bound(stated: Option[String], needed: Long, commit: Commit): String = {
    val restored = commit.change match {
      case PropertyTreatment.Cloning(_) => None
      case _ => stated.flatMap(version(_, commit))
    }
    val boundary = (restored.toSeq :+ needed).max
    // Keeps the text as written: a wrong boundary that was there before must not look newly set.
    commit.before.filter(_.boundary.contains(boundary)).flatMap(_.statedBoundary)
      .getOrElse(boundary.toString)
  }

  /** Returns the version that the text of a boundary names, if the table has it. */
  private def version(text: String, commit: Commit): Option[Long] =
    text.toLongOption.filter(v => v >= 0 && v <= commit.version)

  private def boundary(commit: Commit): Option[Finding] =
    invalid(commit).orElse(commit.before.flatMap(movedBack(_, commit)))

  /** Reports an invalid boundary. Ignores one that was there before, so that the table can be written and repaired. */
  private def invalid(commit: Commit): Option[Finding] = for {
    stated <- commit.after.statedBoundary
    if !commit.before.flatMap(_.statedBoundary).contains(stated) && version(stated, commit).isEmpty
  } yield finding(
    "INVALID_BOUNDARY",
    "boundary" -> stated,
    "version" -> commit.version.toString
  )

  private def movedBack(before: TableDescriptor, commit: Commit): Option[Finding] = for {
    was <- before.boundary
    is <- commit.after.boundary
    if is < was
    earliest = commit.earliestReadableVersion()
    // A boundary above the version that set it adds no protection.
    held = if (isSilent(commit) || earliest >= was) was else was.min(commit.reachedBoundary())
    if is < held && earliest < held
  } yield finding(
    "BOUNDARY_MOVED_BACK",
    "boundary" -> held.toString,
    "newBoundary" -> is.toString
  )

  private def removedTooEarly(before: TableDescriptor, commit: Commit): Option[Finding] = for {
    was <- before.boundary
    if commit.after.boundary.isEmpty
    earliest = commit.earliestReadableVersion()
    if earliest < was
  } yield finding(
    "PROTECTED_HISTORY_EXISTS",
    "boundary" -> was.toString,
    "earliest" -> earliest.toString
  )

  private def leftUnprotected(before: TableDescriptor, commit: Commit): Option[Finding] = {
    val protectedHere = commit.after.boundary.exists(_ >= commit.version)
    Option.when(!protectedHere && leavesUnprotected(before, commit)) {
      val features = "features" -> neededToRead(before, commit).toSeq.sorted.mkString(", ")
      if (commit.protectsHistory)
        finding(
          "HISTORY_LEFT_UNPROTECTED",
          features,
          "property" -> Boundary.Property,
          "version" -> commit.version.toString
        )
      else finding("HISTORY_NOT_PROTECTABLE", features)
    }
  }

  private def leavesUnprotected(before: TableDescriptor, commit: Commit): Boolean =
    !commit.historyCheckedByDelta && neededToRead(before, commit).nonEmpty

  /** Returns the removed features that a reader of older versions must know. */
  private def neededToRead(before: TableDescriptor, commit: Commit): Set[String] =
    (before.protocol.supportedFeatures -- commit.after.protocol.supportedFeatures)
      .filter(before.protocol.feature(_).kind == FeatureKind.ReaderWriter)

  private def finding(condition: String, parameters: (String, String)*): Finding =
    Finding(name, condition, parameters.toMap)
}
