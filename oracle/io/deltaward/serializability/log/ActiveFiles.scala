package io.deltaward.serializability.log

/**
 * Checks that each commit fits the files that earlier commits left. Log replay identifies a file by path and deletion
 * vector.
 */
object ActiveFiles {

  private val once = Invariant("a path is active once")
  private val known = Invariant("what is removed was active")
  private val single = Invariant("a commit adds and removes a path once")

  def findings(log: Log): Seq[Anomaly] = log.commits.flatMap { commit =>
    val version = commit.version
    val active = log.activeAt(version - 1).map(_.key)
    doubled(version, once, log.activeAt(version).toSeq) ++
      doubled(version, single, commit.adds) ++ doubled(version, single, commit.removes) ++
      commit.removes.flatMap(file => known.unless(version, active(file.key))(file.toString))
  }

  private def doubled(version: Long, invariant: Invariant, files: Seq[FileAction]): Seq[Anomaly] =
    files.groupBy(_.path).values.filter(_.size > 1).toSeq
      .flatMap(same => invariant.broken(version, same.mkString(", ")))
}
