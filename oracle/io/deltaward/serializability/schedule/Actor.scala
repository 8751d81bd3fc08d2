package io.deltaward.serializability.schedule

import scala.util.Try

/** A statement that runs only when it is told to. */
trait Actor {

  /** Runs to the start of the first transaction, or to the end if the statement has none. */
  def analyse(): Unit

  /** Runs to the commit, or to the end if the statement commits nothing. */
  def start(): Unit

  /** Lets it attempt to commit. Runs to right before the second attempt, or to the end. */
  def attempt(): Unit

  /** Lets it commit. Returns the number of rows that it affected, if it reports that. */
  def release(): Try[Option[Long]]

  /** Stops holding the statement, and lets it end. */
  def abandon(): Unit
}

object Actor {

  /** Seconds after which a schedule counts as stuck. */
  val Seconds: Long = 180
}
