package io.deltaward.serializability.jvm

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.util.Base64

import scala.util.{Failure, Try}

import io.deltaward.serializability.schedule.Statement

/** Messages between two JVMs with the same class path, one a line. */
object Wire {

  sealed trait Message extends Serializable

  /** Messages to the other JVM. Each except `Abandon` gets one answer, with the number of its statement. */
  final case class Analyse(number: Int, task: Task) extends Message
  final case class Start(number: Int, task: Task) extends Message
  final case class Attempt(number: Int) extends Message
  final case class Release(number: Int) extends Message
  final case class Abandon(number: Int) extends Message

  final case class Task(side: String, settings: Map[String, String], statement: Statement)

  /** Answers of the other JVM. */
  final case class Stopped(number: Int, failure: Option[String]) extends Message
  final case class Ended(number: Int, result: Try[Option[Long]]) extends Message

  /** Marks a line that is a message, since Spark and Java print other lines. */
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

  /** Replaces a failure that cannot be serialized by one with its text. */
  private def told(message: Message): Message = message match {
    case Ended(number, Failure(error)) =>
      Ended(number, Failure(new IllegalStateException(error.toString)))
    case other => other
  }
}
