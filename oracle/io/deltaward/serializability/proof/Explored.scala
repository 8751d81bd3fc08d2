package io.deltaward.serializability.proof

/**
 * What an exploration has seen.
 *
 * @param states     histories, told apart by each commit's operation, the version that it has read, and its actions
 * @param resolved   conflicts that Delta found and the resolver resolved
 * @param aborts     transactions that a winner has failed, each counted at the first one
 * @param violations the shortest of each start
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
