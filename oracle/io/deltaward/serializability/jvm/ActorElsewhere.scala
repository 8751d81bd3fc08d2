package io.deltaward.serializability.jvm

import scala.util.Try

import io.deltaward.serializability.Side
import io.deltaward.serializability.schedule.{Actor, Statement}

/** A statement that runs in the other JVM. */
final class ActorElsewhere(
    jvm: => OtherJvm,
    side: Side,
    settings: Map[String, String],
    statement: Statement
) extends Actor {

  private lazy val started: OtherJvm = jvm
  private lazy val number: Int = started.newNumber()

  private val task = Wire.Task(side.name, settings, statement)

  override def analyse(): Unit = stopped(Wire.Analyse(number, task))

  override def start(): Unit = stopped(Wire.Start(number, task))

  override def attempt(): Unit = stopped(Wire.Attempt(number))

  private def stopped(message: Wire.Message): Unit = started.ask(number, message) match {
    case Wire.Stopped(_, failure) => failure.foreach(why => throw new AssertionError(why))
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
