package io.deltaward.serializability.log

import scala.util.{Failure, Success}

/** Checks every deletion vector that a version adds against its descriptor and its file. */
object DeletionVectors {

  // Reading a vector checks its cardinality and checksum.
  private val readable = Invariant("a deletion vector is what its descriptor says")
  private val inside = Invariant("a deletion vector stays inside its file")
  private val described = Invariant("a file with a deletion vector has numRecords and wide bounds")

  // Delta compares with the row count that the file had before. A file without statistics has none.
  private val partial = Invariant("a file is removed when its last row is")
  private val growing = Invariant("a deletion vector never loses a row, but by RESTORE")

  def findings(log: Log): Seq[Anomaly] = log.commits.flatMap { commit =>
    val before = log.activeAt(commit.version - 1).map(file => file.path -> file).toMap
    commit.adds.flatMap { file =>
      file.deletionVector.toSeq.flatMap(dv => added(log, commit, file, dv)) ++
        before.get(file.path).toSeq.flatMap(old => left(commit.version, old, file)) ++
        before.get(file.path).toSeq
          .filterNot(_ => commit.operation == "RESTORE")
          .flatMap(old => shrunk(log, commit.version, old, file))
    }
  }

  private def added(
      log: Log,
      commit: LoggedCommit,
      file: FileAction,
      dv: LoggedVector
  ): Seq[Anomaly] = {
    val version = commit.version
    val records = file.physicalRecords
    val wide = records.nonEmpty &&
      (commit.engine == TightStatistics.Engine || file.stats.exists(!_.tightBounds))
    described.unless(version, wide)(s"$file: ${file.stats.map(_.node)}") ++
      (dv.rows(log.table) match {
        case Failure(error) => readable.broken(version, s"$file: $error")
        case Success(rows) =>
          val bound = records.getOrElse(Long.MaxValue)
          inside.unless(version, rows.lastOption.forall(_ < bound))(s"$file: $rows, $bound rows")
      })
  }

  private def left(version: Long, old: FileAction, now: FileAction): Seq[Anomaly] =
    partial.unless(version, old.physicalRecords.isEmpty || !now.liveRecords.contains(0L))(
      now.toString
    )

  private def shrunk(log: Log, version: Long, old: FileAction, now: FileAction): Seq[Anomaly] = {
    def rows(file: FileAction): Set[Long] =
      file.deletionVector.flatMap(_.rows(log.table).toOption).fold(Set.empty[Long])(_.toSet)
    val lost = rows(old) -- rows(now)
    growing.unless(version, lost.isEmpty)(s"$now lost ${lost.toSeq.sorted.mkString(", ")}")
  }
}
