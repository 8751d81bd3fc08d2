package io.deltaward.serializability.proof

/**
 * The results of an exploration.
 *
 * @param states     histories, told apart by the operation, read version and actions of each commit
 * @param resolved   conflicts that Delta found and the resolver resolved
 * @param aborts     transactions that failed, each counted at the first winning commit that it lost to
 * @param violations the shortest violation of each start
 */
final case class Explored(
    states: Long,
    commits: Long,
    resolved: Long,
    aborts: Long,
    violations: Seq[Violation]
) {

  def +(other: Explored): Explored = Explored(
    states + other.states,
    commits + other.commits,
    resolved + other.resolved,
    aborts + other.aborts,
    violations ++ other.violations
  )

  def summary: String =
    f"$states%,d states, $commits%,d commits, $resolved%,d conflicts resolved, $aborts%,d aborts, " +
      s"${violations.size} violations"
}

object Explored {
  val none: Explored = Explored(0, 0, 0, 0, Nil)
}
