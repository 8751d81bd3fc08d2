package io.deltaward.bench.jvms

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.util.Base64

/** Passes values as lines of text between two JVMs with the same class path. */
object Lines {

  /** Starts each line that is a value. Spark and Java print other lines. */
  private val Mark = "WRITERS "

  def encode(value: java.io.Serializable): String = {
    val bytes = new ByteArrayOutputStream
    new ObjectOutputStream(bytes).writeObject(value)
    Mark + Base64.getEncoder.encodeToString(bytes.toByteArray)
  }

  def read[A](line: String): Option[A] = Option.when(line.startsWith(Mark)) {
    val bytes = Base64.getDecoder.decode(line.stripPrefix(Mark))
    new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject().asInstanceOf[A]
  }
}
