package io.deltaward.log

import scala.annotation.tailrec

import io.deltaward.protocol.Protocol

/** Follows a [[ReadPlan]] to a [[TableState]]. */
final class Replay(listing: LogListing, source: LogSource) {
  import LogProblem._
  import ReadStep._
  import Replay.Walked

  /**
   * Returns the state at `version`. Skips checksums and checkpoints that cannot be used. A commit that cannot be read
   * is a problem, unless later files already give protocol and metadata.
   */
  def stateAt(version: Long): Either[LogProblem, TableState] =
    for {
      plan <- ReadPlan.forVersion(listing, version)
      walked <- walk(plan, plan.steps, Walked(LogContents(), Nil), unusable = Nil)
      found = walked.contents
      protocol <- found.protocol.toRight(MissingProtocol(version))
      metadata <- found.metadata.toRight(MissingMetadata(version))
      timestamp <- timestampOf(version, metadata, found.inCommitTimestamp)
    } yield TableState(
      version,
      timestamp,
      protocol,
      metadata,
      found.statistics,
      found.clustering,
      walked.files,
      misplaced(version, protocol) ++ MetadataDefects.findIn(metadata)
    )

  /** Returns the defects that the listing shows, in words. */
  private def misplaced(version: Long, protocol: Protocol): Seq[String] = {
    val published = protocol.supportedFeatures.intersect(Replay.unpublishing).isEmpty
    val lost =
      if (published && listing.latest.contains(version)) listing.ahead else Nil
    val commitLost = published && listing.latest.contains(version) &&
      !listing.commits.contains(version)
    Option.when(commitLost)(s"version $version has a checkpoint and no commit").toSeq ++
      listing.misplaced.map(name => s"$name is a directory") ++
      listing.misnamed.map(name =>
        if (LogFile.hasDigitsOfVersion(name))
          s"$name names a version, a part or a compaction that cannot be"
        else s"$name does not have the 20 digits of a version"
      ) ++
      lost.map(name => s"$name is of a version that has no commit")
  }

  @tailrec
  private def walk(
      plan: ReadPlan,
      steps: LazyList[ReadStep],
      found: Walked,
      unusable: Seq[String]
  ): Either[LogProblem, Walked] =
    if (found.contents.isComplete) Right(found)
    else
      steps.headOption match {
        case Some(step) =>
          val rest = steps.tail
          (read(step), step) match {
            case (Right(earlier), _) =>
              val contents = if (step.version == plan.target) earlier else earlier.lasting
              walk(plan, rest, found.addStep(step, contents), unusable)
            case (Left(problem), ReadCheckpoint(checkpoint)) =>
              walk(plan, rest, found, unusable :+ s"${checkpoint.files.head.name}: $problem")
            case (Left(_), _: ReadChecksum) => walk(plan, rest, found, unusable)
            case (Left(_), _: ReadCommit) if found.contents.hasBoth => Right(found)
            case (Left(problem), _: ReadCommit) => Left(problem)
          }
        case None if plan.firstCommit == 0 => Right(found.fromTheStart)
        case None if found.contents.hasBoth => Right(found)
        case None => Left(NoUsableCheckpoint(plan.firstCommit, unusable))
      }

  /**
   * Returns the in-commit timestamp of `version`, or the modification time of its file if the commit has none.
   * In-commit timestamps must be enabled at `version`.
   */
  def inCommitTimestamp(version: Long): Either[LogProblem, Long] =
    listing.commits.get(version) match {
      case None => Right(fileTime(version))
      case Some(file) =>
        source.commit(file).map(_.contents.inCommitTimestamp.getOrElse(fileTime(version)))
    }

  private def read(step: ReadStep): Either[LogProblem, LogContents] = step match {
    case ReadChecksum(_, file) => source.checksum(file)
    case ReadCheckpoint(checkpoint) => source.checkpoint(checkpoint)
    case ReadCommit(_, file) => source.commit(file).map(_.contents)
  }

  private def timestampOf(version: Long, metadata: TableMetadata, known: Option[Long]) =
    (InCommitTimestamps.fromMetadata(metadata), known) match {
      case (None, _) => Right(fileTime(version))
      case (Some(_), Some(timestamp)) => Right(timestamp)
      case (Some(_), None) => inCommitTimestamp(version)
    }

  private def fileTime(version: Long): Long =
    listing.commits
      .get(version)
      .getOrElse(listing.checkpoints(version).head.files.head)
      .modificationTime
}

private object Replay {

  /** Features of tables whose newest commits may be outside the log. */
  val unpublishing: Set[String] =
    Set("catalogManaged", "catalogOwned-preview", "coordinatedCommits-preview")

  /** @param files names of the files that were used */
  final case class Walked(contents: LogContents, files: Seq[String]) {

    /** Marks that every commit has been read: without clustering columns so far, the table has none. */
    def fromTheStart: Walked = copy(contents = contents.ofWholeState)

    /**
     * Adds the contents of an earlier step. Its files count as used, unless they say nothing. A commit always counts,
     * since it shows that nothing changed.
     */
    def addStep(step: ReadStep, earlier: LogContents): Walked = {
      val tells = earlier != LogContents() || step.isInstanceOf[ReadStep.ReadCommit]
      Walked(contents.mergeOnto(earlier), if (tells) files ++ step.files.map(_.name) else files)
    }
  }
}
