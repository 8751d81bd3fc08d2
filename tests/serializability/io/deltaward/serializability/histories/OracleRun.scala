package io.deltaward.serializability.histories

import org.apache.spark.sql.SparkSession

/**
 * Runs the histories of a row of seeds, with the extension and without it, and says what is wrong with them.
 *
 * @param deepEvery of so many histories, one has its rows looked into as well
 */
final class OracleRun(
    extended: SparkSession,
    plain: SparkSession,
    profile: Profile,
    deepEvery: Int
) {

  private val withExtension = new Runner(extended, plain)
  private val without = new Runner(plain, plain)

  def of(seeds: Seq[Long]): Tally = seeds.map(one).foldLeft(Tally.none)(_ + _)

  def one(seed: Long): Tally = {
    val history = DrawHistory(seed, profile)
    val depth = if (seed % deepEvery == 0) Depth.Rows else Depth.Log
    val result = withExtension.run(history, depth)
    val problems = result.problems ++ compared(history, result)
    Tally(
      1,
      result.commits,
      result.aborts,
      problems match {
        case Nil => Nil
        case found => Seq(report(seed, history, depth, found))
      }
    )
  }

  // Plain Delta has no other level.
  private def compared(history: History, result: Result): Seq[String] =
    if (history.shape.level != io.deltaward.serializability.search.Level.Serializable) Nil
    else {
      val baseline = without.run(history, Depth.Log)
      baseline.problems.map("plain Delta: " + _) ++ Conservativity.differences(baseline, result)
    }

  private def report(seed: Long, history: History, depth: Depth, problems: Seq[String]): String = {
    def problemsOf(smaller: History): Seq[String] = {
      val result = withExtension.run(smaller, depth)
      result.problems ++ compared(smaller, result)
    }
    val small = Shrinker.shrink(history, OracleRun.ShrinkAttempts)(problemsOf(_).nonEmpty)
    s"""seed $seed
       |${problems.mkString("\\n")}
       |${history.text}
       |made smaller:
       |${small.text}
       |""".stripMargin
  }
}

object OracleRun {
  private val ShrinkAttempts = 60
}
