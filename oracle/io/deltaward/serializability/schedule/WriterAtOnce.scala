package io.deltaward.serializability.schedule

import scala.util.Try

/** A writer that cannot be held before its commit. It does everything on release. */
final class WriterAtOnce(write: => Any) extends Actor {
  override def analyse(): Unit = ()
  override def start(): Unit = ()
  override def attempt(): Unit = ()
  override def release(): Try[Option[Long]] = Try(write).map(_ => None)
  override def abandon(): Unit = ()
}
