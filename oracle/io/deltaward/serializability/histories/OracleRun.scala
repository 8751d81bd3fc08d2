package io.deltaward.serializability.histories

import java.util.concurrent.Executors

import org.apache.hadoop.fs.Path

import io.deltaward.serializability.Side
import io.deltaward.serializability.search.Level

/**
 * Runs the histories of several seeds, with and without the extension, and reports what is wrong.
 *
 * @param deepEvery one history of this many also has its rows checked
 * @param settings  additional settings of the sessions with the extension
 */
final class OracleRun(
    profile: Profile,
    deepEvery: Int,
    settings: Map[String, String] = Map.empty
) {

  private val withExtension = new Runner(Side.Extended, OracleRun.settings ++ settings)
  private val without = new Runner(Side.Plain)

  /** Runs two histories at a time, because one alone leaves cores idle. */
  def run(seeds: Seq[Long])(progress: Tally => Unit): Tally = {
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

  /** Returns what is wrong with the history of a seed, without shrinking it. */
  def problems(seed: Long): Seq[String] = judged(DrawHistory(seed, profile), depth(seed))._2

  private def depth(seed: Long): Depth = if (seed % deepEvery == 0) Depth.Rows else Depth.Log

  private def judged(history: History, depth: Depth): (Result, Seq[String]) =
    maker(history).made(history) { table =>
      val result = withExtension.runOn(table, history, depth)
      (result, result.problems ++ compared(history, table, result))
    }

  // Plain Delta has only the level Serializable.
  private def maker(history: History): Runner =
    if (history.shape.level == Level.Serializable) without else withExtension

  private def compared(history: History, table: Path, result: Result): Seq[String] =
    if (history.shape.level != Level.Serializable) Nil
    else {
      val baseline = without.runOn(table, history, Depth.Log)
      plainly(history, baseline) ++ Conservativity.differences(baseline, result)
    }

  /** Returns the problems of plain Delta. Returns none if a statement reads what Delta does not record. */
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

  /** Turns on what is off by default, so that histories check it, too. */
  val settings: Map[String, String] = Map("spark.deltaward.metadataConcurrency.enabled" -> "true")
}
