package io.deltaward.log

/** Formats the names of the log files that an answer is based on. */
object FilesRead {

  /**
   * Joins the names, sorted and without repetitions. Names the first and last of each run of commits, then every other
   * file.
   */
  def text(names: Iterable[String]): String = {
    val (commits, others) = names.toSeq.distinct.sorted.partitionMap { name =>
      LogFile.parse(name) match {
        case LogFile.Commit(version) => Left(version -> name)
        case _ => Right(name)
      }
    }
    (runs(commits) ++ others).mkString(", ")
  }

  private def runs(commits: Seq[(Long, String)]): Seq[String] = commits.zipWithIndex
    .groupBy { case ((version, _), position) => version - position }
    .toSeq
    .sortBy(_._1)
    .map { case (_, run) =>
      val (first, last) = (run.head._1._2, run.last._1._2)
      if (first == last) first else s"$first to $last"
    }
}
