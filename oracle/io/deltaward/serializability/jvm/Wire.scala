package io.deltaward.serializability.jvm

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.util.Base64

import scala.util.{Failure, Try}

import io.deltaward.serializability.schedule.Statement

/** What two JVMs of one class path say to each other, a line each. */
object Wire {

  sealed trait Message extends Serializable

  /** To the other JVM. Each is answered once, by the number of its statement. */
  final case class Analyse(number: Int, task: Task) extends Message
  final case class Start(number: Int, task: Task) extends Message
  final case class Attempt(number: Int) extends Message
  final case class Release(number: Int) extends Message
  final case class Abandon(number: Int) extends Message

  final case class Task(side: String, settings: Map[String, String], statement: Statement)

  /** The answers. */
  final case class Stopped(number: Int, failure: Option[String]) extends Message
  final case class Ended(number: Int, result: Try[Option[Long]]) extends Message

  /** Before a line that is a message: Spark and Java write others. */
  private val Mark = "WIRE "

  def line(message: Message): String =
    Mark + Base64.getEncoder.encodeToString(bytes(message).getOrElse(bytes(told(message)).get))

  def read(line: String): Option[Message] = Option.when(line.startsWith(Mark)) {
    val bytes = Base64.getDecoder.decode(line.stripPrefix(Mark))
    new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject().asInstanceOf[Message]
  }

  private def bytes(message: Message): Try[Array[Byte]] = Try {
    val bytes = new ByteArrayOutputStream
    new ObjectOutputStream(bytes).writeObject(message)
    bytes.toByteArray
  }

  /** Not every failure can be written. */
  private def told(message: Message): Message = message match {
    case Ended(number, Failure(error)) =>
      Ended(number, Failure(new IllegalStateException(error.toString)))
    case other => other
  }
}
