package io.deltaward.clients

/** Reading or writing. */
sealed abstract class Access(override val toString: String) extends Serializable

object Access {
  case object Read extends Access("read")
  case object Write extends Access("write")

  val all: Seq[Access] = Seq(Read, Write)
}
