package io.deltaward.clients

/** How a fact about a client is known. */
sealed abstract class Evidence(override val toString: String) extends Serializable

object Evidence {

  /** The client was run. */
  case object Observed extends Evidence("observed")

  /** Its source was read, at a tag or a named commit. */
  case object Source extends Evidence("source")

  /** Its vendor says so. */
  case object Documentation extends Evidence("documentation")

  /** The known versions before and after it agree. */
  case object Inferred extends Evidence("inferred")

  /** What a client file may state, the closest to the client itself first. */
  val stated: Seq[Evidence] = Seq(Observed, Source, Documentation)
}
