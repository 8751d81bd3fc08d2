package io.deltaward.conflicts

/**
 * The commit that has the version, as it names itself.
 *
 * @param job what it was part of: a job, a notebook, or a cluster
 */
final case class Winner(
    version: Long,
    operation: Option[String],
    user: Option[String],
    job: Option[String],
    engine: Option[String]
) {

  /** `version 5 (UPDATE by ann, job 7, Apache-Spark/4.2.0)` */
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

  /** Any engine writes what it likes there, of any length. */
  private def inLine(text: String): String = {
    val line = text.replaceAll("\\p{Cntrl}+", " ")
    if (line.length <= Longest) line else s"${line.take(Longest)}..."
  }
}
