package io.deltaward.log

import scala.annotation.tailrec

/**
 * Resolves a moment to a version as Delta Lake for Spark does: to the newest version committed at or before it. A
 * moment before the first version or after the last is a [[LogProblem]].
 *
 * @param inCommitTimestamp reads the timestamp inside a commit, in milliseconds since the epoch
 */
final class Timeline(listing: LogListing, inCommitTimestamp: Long => Either[LogProblem, Long]) {
  import LogProblem._
  import Timeline._

  /**
   * @param timestamp milliseconds since the epoch
   * @param latest    the newest state, which tells since when commits carry their own timestamps
   */
  def versionAt(timestamp: Long, latest: TableState): Either[LogProblem, Long] =
    nearest(timestamp, latest).flatMap {
      case Before(version, first) => Left(TimestampBeforeFirst(timestamp, version, first))
      case At(version, at) if version == latest.version && at < timestamp =>
        Left(TimestampAfterLast(timestamp, version, at))
      case At(version, _) => Right(version)
    }

  private def nearest(timestamp: Long, latest: TableState): Either[LogProblem, Moment] = {
    val earliest = listing.bases(latest.version).headOption.getOrElse(latest.version)
    InCommitTimestamps.fromMetadata(latest.metadata) match {
      case Some(since) if timestamp >= since.sinceTimestamp =>
        inCommits(timestamp, math.max(earliest, since.sinceVersion), latest.version)
      case Some(since) =>
        val inFiles = inFileTimes(timestamp, earliest, since.sinceVersion)
        Right(inFiles.getOrElse(Before(since.sinceVersion, since.sinceTimestamp)))
      case None =>
        val inFiles = inFileTimes(timestamp, earliest, latest.version + 1)
        Right(inFiles.getOrElse(found(timestamp, latest.version, latest.timestamp)))
    }
  }

  /** Searches the commits `from` until `until` by file time; `None` if the log has none of them any more. */
  private def inFileTimes(timestamp: Long, from: Long, until: Long): Option[Moment] = {
    val times = increasing(listing.commits.range(from, until).toSeq.map { case (version, file) =>
      version -> file.modificationTime
    })
    times
      .takeWhile(_._2 <= timestamp)
      .lastOption
      .orElse(times.headOption)
      .map { case (version, at) => found(timestamp, version, at) }
  }

  private def found(timestamp: Long, version: Long, at: Long): Moment =
    if (at <= timestamp) At(version, at) else Before(version, at)

  /** Searches by halves: in-commit timestamps only grow, so few commits need to be read. */
  private def inCommits(timestamp: Long, from: Long, to: Long): Either[LogProblem, Moment] = {
    @tailrec
    def search(low: Long, lowTime: Long, high: Long): Either[LogProblem, Moment] =
      if (low == high) Right(At(low, lowTime))
      else {
        val middle = low + (high - low + 1) / 2
        inCommitTimestamp(middle) match {
          case Left(problem) => Left(problem)
          case Right(time) if time <= timestamp => search(middle, time, high)
          case Right(_) => search(low, lowTime, middle - 1)
        }
      }
    inCommitTimestamp(from).flatMap { first =>
      if (first > timestamp) Right(Before(from, first)) else search(from, first, to)
    }
  }
}

object Timeline {

  sealed private trait Moment
  private case class At(version: Long, timestamp: Long) extends Moment
  private case class Before(version: Long, first: Long) extends Moment

  /**
   * Returns file times in ascending order. Raises a time that is out of order, due to clocks or copies, above the one
   * before it.
   */
  private[log] def increasing(times: Seq[(Long, Long)]): Seq[(Long, Long)] =
    times.headOption.toSeq.flatMap { first =>
      times.drop(1).scanLeft(first) { case ((_, before), (version, time)) =>
        version -> math.max(time, before + 1)
      }
    }
}
