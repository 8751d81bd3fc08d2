package io.deltaward.hook

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import org.apache.logging.log4j.{Level, LogManager}
import org.apache.logging.log4j.core.{LogEvent, Logger}
import org.apache.logging.log4j.core.appender.AbstractAppender
import org.apache.logging.log4j.core.config.Property

/** What the guard says in the log that it judged, as (operation, version). */
final class JudgedCommits {

  private val seen = new ConcurrentLinkedQueue[String]
  private val line = """Judging (.*) on .*, version (\d+)""".r

  def versions: Set[Long] = judged.map(_._2).toSet

  def operations: Set[String] = judged.map(_._1).toSet

  private def judged: Seq[(String, Long)] =
    seen.asScala.toSeq.collect { case line(operation, version) => (operation, version.toLong) }

  private def record(text: String): Unit = seen.add(text): Unit
}

object JudgedCommits {

  def during(body: => Unit): JudgedCommits = {
    val judged = new JudgedCommits
    val appender = new AbstractAppender("judged", null, null, false, Property.EMPTY_ARRAY) {
      override def append(event: LogEvent): Unit =
        judged.record(event.getMessage.getFormattedMessage)
    }
    appender.start()
    val logger = LogManager.getLogger(classOf[CommitGuard].getName).asInstanceOf[Logger]
    val level = logger.getLevel
    logger.addAppender(appender)
    logger.setLevel(Level.DEBUG)
    try body
    finally {
      logger.setLevel(level)
      logger.removeAppender(appender)
    }
    judged
  }
}
