package io.deltaward.session

import org.apache.spark.sql.SparkSession

import io.deltaward.QuickSettings
import io.deltaward.storage.Killed
import org.apache.spark.sql.delta.deltaward.Once

/** The main class of a JVM that dies in a commit, after that commit lost to another one. */
object KilledProbe {

  /**
   * @param args settings as `key=value`, then `--`, the winner, the loser, and the number of file changes to let
   *   through
   */
  def main(args: Array[String]): Unit = {
    val (settings, rest) = args.span(_ != "--")
    val builder = SparkSession.builder().master("local[1]").config(QuickSettings.all)
    settings.map(_.split("=", 2)).foreach(s => builder.config(s(0), s(1)))
    val spark = builder.getOrCreate()
    val winner = new Thread(() => spark.sql(rest(1)).collect(): Unit)
    Killed.processAfter(rest(3).toInt) { start =>
      Once.beforeAttempt {
        winner.start()
        winner.join()
        start()
      }(spark.sql(rest(2)).collect())
    }: Unit
  }
}
