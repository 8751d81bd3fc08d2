package io.deltaward.serializability.jvm

import scala.util.Try

import io.deltaward.serializability.Side
import io.deltaward.serializability.schedule.{Actor, Statement}

/** A statement in the other JVM. */
final class ActorElsewhere(
    jvm: => OtherJvm,
    side: Side,
    settings: Map[String, String],
    statement: Statement
) extends Actor {

  private lazy val started: OtherJvm = jvm
  private lazy val number: Int = started.newNumber()

  override def start(): Unit =
    started.ask(number, Wire.Start(number, side.name, settings, statement)) match {
      case Wire.Started(_, failure) => failure.foreach(why => throw new AssertionError(why))
      case other => throw new OtherJvmLost(s"answered $other")
    }

  override def release(): Try[Option[Long]] =
    try
      started.ask(number, Wire.Release(number)) match {
        case Wire.Ended(_, result) => result
        case other => throw new OtherJvmLost(s"answered $other")
      }
    finally started.forget(number)

  override def abandon(): Unit = started.tell(Wire.Abandon(number))
}
