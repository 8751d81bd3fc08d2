package io.deltaward.log

/** The files of a log that an answer rests on. */
object FilesRead {

  /** In words: runs of commits as their first and last, all else by name; sorted. */
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
