package io.deltaward.serializability.schedule

import scala.util.Try

/** A writer that nobody can hold before its commit: it does all when it is let go. */
final class WriterAtOnce(write: => Any) extends Actor {
  override def analyse(): Unit = ()
  override def start(): Unit = ()
  override def attempt(): Unit = ()
  override def release(): Try[Option[Long]] = Try(write).map(_ => None)
  override def abandon(): Unit = ()
}
