package io.deltaward.log

import scala.annotation.tailrec

/** Follows a [[ReadPlan]] to a [[TableState]]. */
final class Replay(listing: LogListing, source: LogSource) {
  import LogProblem._
  import ReadStep._

  /** The state at `version`. A checksum or a checkpoint that cannot be used is passed over, a commit never is. */
  def stateAt(version: Long): Either[LogProblem, TableState] =
    for {
      plan <- ReadPlan.of(listing, version)
      found <- walk(plan, plan.steps, LogContents(), unusable = Nil)
      protocol <- found.protocol.toRight(MissingProtocol(version))
      metadata <- found.metadata.toRight(MissingMetadata(version))
      timestamp <- timestampOf(version, metadata, found.inCommitTimestamp)
    } yield TableState(version, timestamp, protocol, metadata, found.statistics)

  @tailrec
  private def walk(
      plan: ReadPlan,
      steps: LazyList[ReadStep],
      found: LogContents,
      unusable: Seq[String]
  ): Either[LogProblem, LogContents] =
    if (found.protocol.isDefined && found.metadata.isDefined) Right(found)
    else
      steps match {
        case step #:: rest =>
          (read(step), step) match {
            case (Right(earlier), _) =>
              val contents = if (step.version == plan.target) earlier else earlier.lasting
              walk(plan, rest, found.over(contents), unusable)
            case (Left(problem), ReadCheckpoint(checkpoint)) =>
              walk(plan, rest, found, unusable :+ s"${checkpoint.files.head.name}: $problem")
            case (Left(_), _: ReadChecksum) => walk(plan, rest, found, unusable)
            case (Left(problem), _: ReadCommit) => Left(problem)
          }
        case _ if plan.firstCommit == 0 => Right(found)
        case _ => Left(NoUsableCheckpoint(plan.firstCommit, unusable))
      }

  /** The in-commit timestamp of `version`, which has them enabled; its file's time where the commit has none. */
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
    (InCommitTimestamps.of(metadata), known) match {
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
