package io.deltaward.log

import io.deltaward.log.LogProblem.VersionNotFound

/** A log that has been listed, and is not empty. */
final class TableLog private (listing: LogListing, latest: Long, source: LogSource) {

  private val replay = new Replay(listing, source)

  def state(asOf: AsOf): Either[LogProblem, TableState] = asOf match {
    case AsOf.Latest => replay.stateAt(latest)
    case AsOf.Version(version) =>
      val earliest = listing.earliest.getOrElse(latest)
      if (version > latest || listing.earliest.exists(_ > version))
        Left(VersionNotFound(version, earliest, latest))
      else replay.stateAt(version)
    case AsOf.Timestamp(timestamp) =>
      for {
        newest <- replay.stateAt(latest)
        timeline = new Timeline(listing, replay.inCommitTimestamp)
        version <- timeline.versionAt(timestamp, newest)
        state <- if (version == latest) Right(newest) else replay.stateAt(version)
      } yield state
  }

  /** Returns the same log restricted to its commits and checkpoints. */
  def withoutChecksums: TableLog =
    new TableLog(listing.copy(checksums = Map.empty), latest, source)

  /** Returns the protocols from the oldest version that can be reconstructed without a gap up to the newest. */
  def protocolHistory: Either[LogProblem, ProtocolHistory] =
    for {
      earliest <- earliestState
      commits = listing.commits.range(earliest.version, latest + 1).toSeq
      changes <- changesIn(commits, Option.when(earliest.version > 0)(earliest.metadata))
    } yield ProtocolHistory(
      earliest.version,
      earliest.protocol,
      earliest.timestamp,
      latest,
      ProtocolChange.distinct(earliest, changes)
    )

  /** Returns protocol and properties over the same range as [[protocolHistory]]. Reads every commit in it. */
  def history: Either[LogProblem, TableHistory] =
    earliestState.flatMap { earliest =>
      val start: Either[LogProblem, TableHistory] = Right(TableHistory.fromState(earliest, latest))
      listing.commits.range(earliest.version + 1, latest + 1).foldLeft(start) {
        case (Right(soFar), (version, file)) => source.commit(file).map(soFar.append(version, _))
        case (problem, _) => problem
      }
    }

  private def changesIn(
      commits: Seq[(Long, LogEntry)],
      metadata: Option[TableMetadata]
  ): Either[LogProblem, Seq[ProtocolChange]] = {
    type Found = (Vector[ProtocolChange], Option[TableMetadata])
    val start: Either[LogProblem, Found] = Right((Vector.empty, metadata))
    commits.foldLeft(start) {
      case (Right((changes, current)), (version, file)) =>
        source.commit(file).map { actions =>
          val change = ProtocolChange.findIn(version, file, actions, current)
          (changes ++ change, actions.metadata.orElse(current))
        }
      case (problem, _) => problem
    }.map(_._1)
  }

  private def earliestState: Either[LogProblem, TableState] = {
    val states = listing.bases(latest).to(LazyList).map(replay.stateAt)
    states.find(_.isRight).orElse(states.headOption).getOrElse(replay.stateAt(latest))
  }
}

object TableLog {

  /** Returns the log; `None` if the listing has neither a commit nor a complete checkpoint. */
  def apply(listing: LogListing, source: LogSource): Option[TableLog] =
    listing.latest.map(new TableLog(listing, _, source))
}
