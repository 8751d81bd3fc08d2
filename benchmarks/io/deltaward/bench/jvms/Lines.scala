package io.deltaward.bench.jvms

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.util.Base64

/** A value as a line of text between two JVMs of one class path. */
object Lines {

  /** Before a line that is a value: Spark and Java write others. */
  private val Mark = "WRITERS "

  def of(value: java.io.Serializable): String = {
    val bytes = new ByteArrayOutputStream
    new ObjectOutputStream(bytes).writeObject(value)
    Mark + Base64.getEncoder.encodeToString(bytes.toByteArray)
  }

  def read[A](line: String): Option[A] = Option.when(line.startsWith(Mark)) {
    val bytes = Base64.getDecoder.decode(line.stripPrefix(Mark))
    new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject().asInstanceOf[A]
  }
}
