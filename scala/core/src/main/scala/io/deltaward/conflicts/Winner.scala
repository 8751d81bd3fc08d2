package io.deltaward.conflicts

/**
 * The winning commit, as it describes itself.
 *
 * @param job the job, notebook or cluster that the commit was part of
 */
final case class Winner(
    version: Long,
    operation: Option[String],
    user: Option[String],
    job: Option[String],
    engine: Option[String]
) {

  /** Returns text such as `version 5 (UPDATE by ann, job 7, Apache-Spark/4.2.0)`. */
  def text: String = {
    val what = operation.toSeq ++ user.map(name => s"by $name")
    val all = ((if (what.isEmpty) Nil else Seq(what.mkString(" "))) ++ job ++ engine).map(
      Winner.inLine
    )
    s"version $version" + (if (all.isEmpty) "" else all.mkString(" (", ", ", ")"))
  }
}

object Winner {

  private val Longest = 200

  /** Returns the text on one line, shortened: an engine may write any text there, of any length. */
  private def inLine(text: String): String = {
    val line = text.replaceAll("\\p{Cntrl}+", " ")
    if (line.length <= Longest) line else s"${line.take(Longest)}..."
  }
}
