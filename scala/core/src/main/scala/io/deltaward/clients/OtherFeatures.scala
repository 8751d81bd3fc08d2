package io.deltaward.clients

/** The behaviour of a client on features that its list does not name. */
sealed abstract class OtherFeatures(override val toString: String) extends Serializable

object OtherFeatures {

  /** Refuses the table. */
  case object Refused extends OtherFeatures("refused")

  /** Does not look at the protocol. */
  case object Ignored extends OtherFeatures("ignored")

  /** Unknown: the list is incomplete, or the behaviour is not known. */
  case object Unknown extends OtherFeatures("unknown")

  val all: Seq[OtherFeatures] = Seq(Refused, Ignored, Unknown)
}
