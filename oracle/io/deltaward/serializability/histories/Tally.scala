package io.deltaward.serializability.histories

/** @param reports one report for each history with findings, with its seed and its text */
final case class Tally(histories: Int, commits: Int, aborts: Int, reports: Seq[String]) {

  def +(other: Tally): Tally = Tally(
    histories + other.histories,
    commits + other.commits,
    aborts + other.aborts,
    reports ++ other.reports
  )

  def summary: String =
    s"$histories histories, $commits commits, $aborts aborts, ${reports.size} with findings"
}

object Tally {
  val none: Tally = Tally(0, 0, 0, Nil)
}
