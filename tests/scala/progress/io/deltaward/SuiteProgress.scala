package io.deltaward

import java.time.LocalTime
import java.time.format.DateTimeFormatter

import scala.collection.mutable

import org.scalatest.Reporter
import org.scalatest.events._

/**
 * Prints a line when a suite ends, and the reason when a test fails or is canceled. Two JVMs share the terminal, so
 * each line is one write.
 */
class SuiteProgress extends Reporter {

  final private class Counts {
    var passed = 0
    var failed = 0
    var canceled = 0

    override def toString: String =
      (Seq(s"$passed passed") ++ Seq(failed -> "failed", canceled -> "canceled").collect {
        case (count, what) if count > 0 => s"$count $what"
      }).mkString(", ")
  }

  private val counts = mutable.Map.empty[String, Counts]

  private def of(suite: String): Counts = counts.getOrElseUpdate(suite, new Counts)

  override def apply(event: Event): Unit = synchronized {
    event match {
      case test: TestSucceeded => of(test.suiteId).passed += 1
      case test: TestCanceled =>
        of(test.suiteId).canceled += 1
        say(s"canceled  ${test.suiteName}: ${test.testName}${reason(test.message)}")
      case test: TestFailed =>
        of(test.suiteId).failed += 1
        say(s"FAILED    ${test.suiteName}: ${test.testName}${reason(test.message)}")
      case suite: SuiteCompleted =>
        say(f"${suite.suiteName}%-38s ${of(suite.suiteId)}%-28s ${seconds(suite.duration)}")
      case suite: SuiteAborted =>
        say(s"FAILED    ${suite.suiteName} did not run${reason(suite.message)}")
      case _ =>
    }
  }

  private def seconds(millis: Option[Long]): String =
    millis.fold("")(spent => f"${spent / 1000.0}%7.1f s")

  private def reason(message: String): String =
    Option(message).toSeq.flatMap(_.split("\n")).take(6).map(line =>
      s"\n    ${line.take(300)}"
    ).mkString

  private def say(what: String): Unit =
    System.out.println(s"${LocalTime.now.format(SuiteProgress.clock)} scala   $what")
}

object SuiteProgress {
  private val clock = DateTimeFormatter.ofPattern("HH:mm:ss")
}
