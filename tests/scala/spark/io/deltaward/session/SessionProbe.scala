package io.deltaward.session

import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.{Row, SparkSession}

import io.deltaward.QuickSettings

/** The main class of a JVM that runs statements in a session with given settings, and prints one line for each. */
object SessionProbe {

  val Answer = "ANSWER "

  /** Stands before a `key=value` that `spark.conf` sets, and not a statement. */
  val Conf = "conf "

  /** @param args settings as `key=value`, then `--`, then statements; `?` in a statement takes the parameter 42 */
  def main(args: Array[String]): Unit = {
    val (settings, statements) = args.span(_ != "--")
    val builder = SparkSession.builder().master("local[1]").config(QuickSettings.all)
    settings.map(_.split("=", 2)).foreach(s => builder.config(s(0), s(1)))
    val spark = builder.getOrCreate()
    statements.drop(1).foreach(statement => println(Answer + answer(spark, statement)))
    spark.stop()
  }

  def answer(spark: SparkSession, statement: String): String =
    Try {
      if (statement.startsWith(Conf)) {
        val setting = statement.stripPrefix(Conf).split("=", 2)
        spark.conf.set(setting(0), setting(1))
        Array.empty[Row]
      } else if (statement.contains("?")) spark.sql(statement, Array(42)).collect()
      else spark.sql(statement).collect()
    } match {
      case Success(rows) => rows.map(_.mkString(",")).mkString(";")
      case Failure(e) => e.getMessage.linesIterator.next()
    }
}
