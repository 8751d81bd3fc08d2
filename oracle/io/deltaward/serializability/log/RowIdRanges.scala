package io.deltaward.serializability.log

/** Checks row tracking by the log alone (PROTOCOL.md, "Row Tracking"). */
object RowIdRanges {

  private val present = Invariant("each file has a base row id and a default row commit version")
  private val kept = Invariant("a file keeps its base row id and default row commit version")
  private val fresh = Invariant("a new file's default row commit version is its version")
  private val apart = Invariant("no two files are given the same row ids")
  private val below = Invariant("the high watermark is above every row id")

  def findings(log: Log): Seq[Anomaly] =
    log.commits.filter(c => log.supports(c.version, "rowTracking")).flatMap { commit =>
      val version = commit.version
      val before = log.activeAt(version - 1).map(file => file.path -> file).toMap
      val files = log.activeAt(version).toSeq
      commit.adds.flatMap { file =>
        val complete = file.baseRowId.nonEmpty && file.defaultRowCommitVersion.nonEmpty
        present.unless(version, complete)(file.toString) ++
          (before.get(file.path).orElse(restored(log, commit, file)) match {
            case Some(old) => kept.unless(version, ids(old) == ids(file))(changed(old, file))
            case None =>
              fresh.unless(version, file.defaultRowCommitVersion.contains(version))(file.toString)
          })
      } ++
        commit.removes.flatMap { file =>
          before.get(file.path).toSeq
            .flatMap(old => kept.unless(version, ids(old) == ids(file))(changed(old, file)))
        } ++ overlaps(version, files) ++ overrun(log, version, files)
    }

  /** Returns the earlier `add` of a file that RESTORE brings back. */
  private def restored(log: Log, commit: LoggedCommit, file: FileAction): Option[FileAction] =
    if (commit.operation == "RESTORE")
      log.commits.filter(_.version < commit.version).flatMap(_.adds)
        .reverseIterator.find(_.path == file.path)
    else None

  private def ids(file: FileAction) = (file.baseRowId, file.defaultRowCommitVersion)

  private def changed(old: FileAction, file: FileAction): String =
    s"$file: ${ids(old)} became ${ids(file)}"

  private def overlaps(version: Long, files: Seq[FileAction]): Seq[Anomaly] = {
    val ranges = files.distinctBy(_.path).flatMap(f => f.baseRowId.zip(f.physicalRecords)).sorted
    ranges.zip(ranges.drop(1)).flatMap { case ((first, rows), (next, _)) =>
      apart.unless(version, first + rows <= next)(s"$rows rows from $first, others from $next")
    }
  }

  private def overrun(log: Log, version: Long, files: Seq[FileAction]): Seq[Anomaly] = {
    val mark = log.commits
      .take(version.toInt + 1)
      .flatMap(_.domain("delta.rowTracking"))
      .lastOption
      .map(_.path("rowIdHighWaterMark").asLong)
    val highest = files.flatMap(f => f.baseRowId.zip(f.physicalRecords))
      .map { case (base, rows) => base + rows - 1 }
      .maxOption
    below.unless(version, highest.forall(h => mark.exists(_ >= h)))(s"$highest, watermark $mark")
  }
}
