package io.deltaward.storage

import io.deltaward.checkpoints.{CheckpointProblem, FoundCheckpoint}
import io.deltaward.log.{LogContents, LogEntry, LogProblem, SidecarReference}

/** The content of one checkpoint file that the inspection needs. */
final private[storage] case class TopLevel(contents: LogContents, sidecars: Seq[SidecarReference])

/**
 * Checks whether a checkpoint can be used. Each of its files must open. Protocol, metadata and all sidecars must exist, the
 * sidecars in the sizes that the checkpoint names. The list of data files is not read.
 */
final private[storage] class CheckpointInspector(
    open: LogEntry => Either[LogProblem, TopLevel],
    sidecars: () => Either[LogProblem, Map[String, LogEntry]]
) {
  import CheckpointProblem._

  def problem(checkpoint: FoundCheckpoint): Option[CheckpointProblem] = {
    val opened = checkpoint.files.map(file => open(file).left.map(notReadable(file.name, _)))
    opened.collectFirst { case Left(problem) => problem }.orElse {
      val files = opened.collect { case Right(file) => file }
      val contents = files.map(_.contents).foldLeft(LogContents())(_ mergeOnto _)
      missing("protocol", contents.protocol)
        .orElse(missing("metaData", contents.metadata))
        .orElse(damaged(files.flatMap(_.sidecars)))
    }
  }

  private def notReadable(file: String, problem: LogProblem): CheckpointProblem =
    NotReadable(file, problem.parameters.getOrElse("cause", problem.condition))

  private def missing(action: String, found: Option[Any]): Option[CheckpointProblem] =
    Option.when(found.isEmpty)(MissingAction(action))

  private def damaged(named: Seq[SidecarReference]): Option[CheckpointProblem] =
    if (named.isEmpty) None
    else sidecars().fold(problem => Some(notReadable("_sidecars", problem)), differing(named, _))

  private def differing(
      named: Seq[SidecarReference],
      present: Map[String, LogEntry]
  ): Option[CheckpointProblem] = {
    val (there, gone) = named.partition(sidecar => present.contains(sidecar.name))
    val changed = there.filter(sidecar => present(sidecar.name).size != sidecar.size)
    if (gone.nonEmpty) Some(MissingSidecars(gone.map(_.name).sorted))
    else Option.when(changed.nonEmpty)(ChangedSidecars(changed.map(_.name).sorted))
  }
}
