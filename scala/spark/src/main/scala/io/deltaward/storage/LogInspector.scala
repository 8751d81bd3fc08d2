package io.deltaward.storage

import io.deltaward.checkpoints.FoundCheckpoint
import io.deltaward.log._

/**
 * Reads to its end every file of a log that some reader of one version opens. These are the newest checkpoint with its
 * sidecars, the checkpoints beside it, the later commits and their compactions, the checksum, and `_last_checkpoint`.
 *
 * @param state the version, as commits and checkpoints describe it
 */
final private[storage] class LogInspector(directory: LogDirectory, state: TableState) {

  private val entries = directory.entries.map(entry => LogFile.parse(entry.name) -> entry)

  private val base: Option[Long] =
    directory.listing.checkpoints.maxBefore(state.version + 1).map(_._1)

  private val firstCommit: Long =
    base.fold(0L)(version => if (version == state.version) version else version + 1)

  private val commits: Seq[LogEntry] =
    directory.listing.commits.range(firstCommit, state.version + 1).values.toSeq

  private val compactions: Seq[LogEntry] = entries.collect {
    case (LogFile.Compaction(from, to), entry) if from >= firstCommit && to <= state.version =>
      entry
  }

  private val checkpoints: Seq[FoundCheckpoint] = FoundCheckpoint.findIn(directory.entries)
    .filter(found => base.forall(_ <= found.version) && found.version <= state.version)

  private val checksum: Option[LogEntry] = entries.collectFirst {
    case (LogFile.Checksum(version), entry) if version == state.version => entry
  }

  private val lastCheckpoint: Option[LogEntry] = entries.collectFirst {
    case (_, entry) if entry.name == LogInspector.LastCheckpoint => entry
  }

  /** The names of the inspected files in `_delta_log`. */
  val files: Seq[String] =
    (commits ++ compactions ++ checkpoints.flatMap(_.files) ++ checksum ++ lastCheckpoint)
      .map(_.name)

  /** Returns what is wrong with the files, in words. */
  def defects: Seq[String] = ofCommits ++ timestamps ++
    checkpoints.flatMap(ofCheckpoint) ++
    checksum.toSeq.flatMap(ofText(_)(LogInspection.checksum(_, _, state))) ++
    lastCheckpoint.toSeq.flatMap(
      ofText(_)(LogInspection.lastCheckpoint(_, _, directory.listing.checkpoints.keySet))
    )

  private def ofCommits: Seq[String] = (commits ++ compactions).flatMap(ofLines) match {
    case Nil => compactions.flatMap(ofCompaction)
    case defects => defects
  }

  private def ofCompaction(file: LogEntry): Seq[String] = {
    val compacted = LogFile.parse(file.name)
    val together = commits.filter(commit =>
      (compacted, LogFile.parse(commit.name)) match {
        case (LogFile.Compaction(from, to), LogFile.Commit(v)) => from <= v && v <= to
        case _ => false
      }
    )
    orDefect(for {
      told <- directory.reconciled(together)
      held <- directory.reconciled(Seq(file))
    } yield told.differences(held).headOption.toSeq.map(what =>
      s"${file.name}: its $what differs from the commits"
    ))
  }

  private def ofLines(file: LogEntry): Seq[String] =
    orDefect(directory.inspect(file))

  private def timestamps: Option[String] =
    directory.listing.commits.get(state.version).flatMap { file =>
      directory.commit(file).toOption.flatMap(LogInspection.timestamps(file.name, _, state))
    }

  private def ofCheckpoint(found: FoundCheckpoint): Seq[String] = {
    val problem = directory.problem(found).map { problem =>
      s"The checkpoint of version ${found.version} cannot be used: ${problem.text}"
    }
    if (problem.isDefined) problem.toSeq
    else
      found.files.flatMap { file =>
        found.format match {
          case LogFile.Format.Json => ofLines(file)
          case LogFile.Format.Parquet => orDefect(directory.inspectParquet(file))
        }
      } ++ directory.sidecarsOf(found).toSeq.flatten.flatMap(file =>
        orDefect(directory.inspectSidecar(file))
      )
  }

  private def ofText(file: LogEntry)(defects: (String, String) => Seq[String]): Seq[String] =
    orDefect(directory.read(file).map(defects(file.name, _)))

  private def orDefect(read: Either[LogProblem, Seq[String]]): Seq[String] =
    read.fold(problem => Seq(LogInspection.text(problem)), identity)
}

private[storage] object LogInspector {
  private val LastCheckpoint = "_last_checkpoint"
}
