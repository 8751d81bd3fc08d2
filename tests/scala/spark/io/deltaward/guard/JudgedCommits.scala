package io.deltaward.guard

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import org.apache.logging.log4j.{Level, LogManager}
import org.apache.logging.log4j.core.{LogEvent, Logger}
import org.apache.logging.log4j.core.appender.AbstractAppender
import org.apache.logging.log4j.core.config.Property
import org.apache.spark.sql.SparkSession

import io.deltaward.rules.{CommitRule, ValidPolicyRule}

/**
 * Finds the commits that the rules judge, by their warnings. The session has a setting to which one rule objects in
 * every commit. That rule only warns, once for each transaction.
 */
object JudgedCommits {

  private val Wrong = Map(
    "spark.deltaward.requiredClient" -> "trino",
    s"spark.${CommitRule.propertyKey(ValidPolicyRule.Name)}" -> "warn"
  )

  private val warning =
    s"""(?s)\\[.*?\\] The rule ${ValidPolicyRule.Name} objects to the commit to (.*) \\((.*)\\), which goes through .*""".r

  /**
   * Returns the operation of each transaction that was judged while `body` ran, on a table of this name or below
   * this path. The sessions of streams have warnings of their own.
   */
  def record(spark: SparkSession, table: String)(body: => Unit): Seq[String] = {
    val seen = new ConcurrentLinkedQueue[String]
    val appender = new AbstractAppender("judged", null, null, false, Property.EMPTY_ARRAY) {
      override def append(event: LogEvent): Unit = {
        val _ = seen.add(event.getMessage.getFormattedMessage)
      }
    }
    appender.start()
    val logger = LogManager.getLogger(classOf[CommitGuard].getName).asInstanceOf[Logger]
    val level = logger.getLevel
    logger.addAppender(appender)
    logger.setLevel(Level.WARN)
    Wrong.foreach { case (key, value) => spark.conf.set(key, value) }
    try body
    finally {
      Wrong.keys.foreach(spark.conf.unset)
      logger.setLevel(level)
      logger.removeAppender(appender)
    }
    seen.asScala.toSeq.collect {
      case warning(of, operation) if of.contains(table) => operation
    }
  }
}
