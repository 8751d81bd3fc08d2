package io.deltaward.serializability.histories

import java.util.concurrent.Executors

import org.apache.hadoop.fs.Path

import io.deltaward.serializability.Side
import io.deltaward.serializability.search.Level

/**
 * Runs the histories of a row of seeds, with the extension and without it, and says what is wrong with them.
 *
 * @param deepEvery of so many histories, one has its rows looked into as well
 * @param settings  of every session that has the extension
 */
final class OracleRun(
    profile: Profile,
    deepEvery: Int,
    settings: Map[String, String] = Map.empty
) {

  private val withExtension = new Runner(Side.Extended, OracleRun.settings ++ settings)
  private val without = new Runner(Side.Plain)

  /** Two at a time: each is a chain of statements, and one alone leaves cores idle. */
  def of(seeds: Seq[Long])(progress: Tally => Unit): Tally = {
    val pool = Executors.newFixedThreadPool(2)
    try {
      val running = seeds.map(seed => pool.submit(() => one(seed)))
      running.foldLeft(Tally.none) { (sum, next) =>
        val tally = sum + next.get()
        progress(tally)
        tally
      }
    } finally pool.shutdownNow(): Unit
  }

  def one(seed: Long): Tally = {
    val history = DrawHistory(seed, profile)
    val (result, problems) = judged(history, depth(seed))
    val reports =
      if (problems.isEmpty) Nil else Seq(report(seed, history, depth(seed), problems))
    Tally(1, result.commits, result.aborts, reports)
  }

  /** What is wrong with the history of a seed, which is not made smaller. */
  def problems(seed: Long): Seq[String] = judged(DrawHistory(seed, profile), depth(seed))._2

  private def depth(seed: Long): Depth = if (seed % deepEvery == 0) Depth.Rows else Depth.Log

  private def judged(history: History, depth: Depth): (Result, Seq[String]) =
    maker(history).made(history) { table =>
      val result = withExtension.runOn(table, history, depth)
      (result, result.problems ++ compared(history, table, result))
    }

  // Plain Delta has no other level.
  private def maker(history: History): Runner =
    if (history.shape.level == Level.Serializable) without else withExtension

  private def compared(history: History, table: Path, result: Result): Seq[String] =
    if (history.shape.level != Level.Serializable) Nil
    else {
      val baseline = without.runOn(table, history, Depth.Log)
      plainly(history, baseline) ++ Conservativity.differences(baseline, result)
    }

  /** Delta by itself does not see what some statements read. */
  private def plainly(history: History, baseline: Result): Seq[String] =
    if (history.ops.exists(_.readsUnrecorded)) Nil
    else baseline.problems.map("plain Delta: " + _)

  private def report(seed: Long, history: History, depth: Depth, problems: Seq[String]): String = {
    val small =
      Shrinker.shrink(history, OracleRun.ShrinkAttempts)(judged(_, depth)._2.nonEmpty)
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

  /** What is off by default, and is to be right, too. */
  val settings: Map[String, String] = Map("spark.deltaward.metadataConcurrency.enabled" -> "true")
}
