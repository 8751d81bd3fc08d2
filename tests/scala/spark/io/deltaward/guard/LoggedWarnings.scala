package io.deltaward.guard

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import org.apache.logging.log4j.{Level, LogManager}
import org.apache.logging.log4j.core.{LogEvent, Logger}
import org.apache.logging.log4j.core.appender.AbstractAppender
import org.apache.logging.log4j.core.config.Property

/** Collects the warnings that a class writes to the driver's log. */
object LoggedWarnings {

  def record(logging: Class[_])(body: => Any): Seq[String] = {
    val seen = new ConcurrentLinkedQueue[String]
    val appender = new AbstractAppender("warnings", null, null, false, Property.EMPTY_ARRAY) {
      override def append(event: LogEvent): Unit =
        if (event.getLevel.isMoreSpecificThan(Level.WARN))
          seen.add(event.getMessage.getFormattedMessage): Unit
    }
    appender.start()
    val logger =
      LogManager.getLogger(logging.getName.stripSuffix("$")).asInstanceOf[Logger]
    val level = logger.getLevel
    logger.addAppender(appender)
    logger.setLevel(Level.WARN)
    try {
      val _ = body
    } finally {
      logger.setLevel(level)
      logger.removeAppender(appender)
    }
    seen.asScala.toSeq
  }
}
