package io.deltaward.clients

/** What a client does with the features that its list does not name. */
sealed abstract class OtherFeatures(override val toString: String) extends Serializable

object OtherFeatures {

  /** It refuses the table. */
  case object Refused extends OtherFeatures("refused")

  /** It does not look at the protocol. */
  case object Ignored extends OtherFeatures("ignored")

  /** The list is known to be incomplete, or what happens is not known. */
  case object Unknown extends OtherFeatures("unknown")

  val all: Seq[OtherFeatures] = Seq(Refused, Ignored, Unknown)
}
