package io.deltaward.serializability.schedule

import scala.util.Try

/** A statement that is on the move only when it is told to be: until it may commit, and to its end. */
trait Actor {

  /** Runs to the begin of the first transaction, or to the end of a statement that has none. */
  def analyse(): Unit

  /** Runs to the commit, or to the end of a statement that commits nothing. */
  def start(): Unit

  /** Lets it attempt to commit: to right before its second attempt, or to its end. */
  def attempt(): Unit

  /** Lets it commit, and gives the number of rows that it affected, where it reports them. */
  def release(): Try[Option[Long]]

  /** Lets go of a statement whose schedule failed. */
  def abandon(): Unit
}

object Actor {

  /** After this long a schedule counts as stuck. */
  val Seconds: Long = 180
}
