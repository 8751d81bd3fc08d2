package io.deltaward.log

/** One file, or one checkpoint, to read. */
sealed trait ReadStep {
  def version: Long
  def files: Seq[LogEntry]
}

object ReadStep {
  final case class ReadChecksum(version: Long, file: LogEntry) extends ReadStep {
    def files: Seq[LogEntry] = Seq(file)
  }
  final case class ReadCheckpoint(checkpoint: Checkpoint) extends ReadStep {
    def version: Long = checkpoint.version
    def files: Seq[LogEntry] = checkpoint.files
  }
  final case class ReadCommit(version: Long, file: LogEntry) extends ReadStep {
    def files: Seq[LogEntry] = Seq(file)
  }
}

/**
 * The files to read for the protocol and metadata of version `target`, chosen by name alone.
 *
 * The walk goes back from `target` until both are known. At each version, files with the whole state come first
 * (checksum, then checkpoints), then the commit. A typical table costs one read, and each unusable file costs one more.
 * A checksum of an older version never outweighs a later commit, because the walk has already read that commit.
 *
 * @param firstCommit the oldest commit of the walk; `target + 1` if there is none
 * @param steps       the steps, evaluated lazily: a log may hold 100 000 commits
 */
final case class ReadPlan(target: Long, firstCommit: Long, steps: LazyList[ReadStep])

object ReadPlan {
  import LogProblem._
  import ReadStep._

  /** Returns the plan for `target`, or the problem if the listing rules it out. */
  def forVersion(listing: LogListing, target: Long): Either[LogProblem, ReadPlan] = {
    val start = listing.startOfRun(target)
    listing.commits.get(target) match {
      case Some(commit) if commit.size == 0 => Left(EmptyCommit(commit.name))
      case _ if listing.bases(target).isEmpty =>
        Left(gapBefore(listing, start).getOrElse(NoUsableCheckpoint(start, Nil)))
      case _ => Right(ReadPlan(target, start, steps(listing, target)))
    }
  }

  private def gapBefore(listing: LogListing, start: Long): Option[Gap] =
    (listing.commits.maxBefore(start).map(_._1) ++ listing.checkpoints.maxBefore(start).map(_._1))
      .maxOption
      .map(before => Gap(before + 1, start - 1))

  private def steps(listing: LogListing, target: Long): LazyList[ReadStep] = {
    val lowest = math.max(0, listing.startOfRun(target) - 1)
    LazyList.iterate(target)(_ - 1).takeWhile(_ >= lowest).flatMap { version =>
      listing.checksums.get(version).map(ReadChecksum(version, _)).toSeq ++
        listing.checkpoints.getOrElse(version, Nil).map(ReadCheckpoint.apply) ++
        listing.commits.get(version).map(ReadCommit(version, _))
    }
  }
}
