package io.deltaward.clients

/** Joins the problems of a file for a message. Lists the first ten and counts the rest, so that a message fits a screen. */
object ProblemList {

  private val MaxProblems = 10
  private val MaxLength = 300

  def join(problems: Seq[String]): String = {
    val shown = problems.take(MaxProblems).map { problem =>
      if (problem.length <= MaxLength) problem else s"${problem.take(MaxLength)}..."
    }
    val hidden = problems.size - shown.size
    (shown ++ Option.when(hidden > 0)(s"and at least $hidden more problems")).mkString("; ")
  }
}
