package io.deltaward.clients

/**
 * How a fact about a client is known.
 *
 * @param strength the higher, the closer to the client itself
 */
sealed abstract class Evidence(override val toString: String, val strength: Int)

object Evidence {

  /** The client was run. */
  case object Observed extends Evidence("observed", 2)

  /** Its source was read, at a tag or a named commit. */
  case object Source extends Evidence("source", 1)

  /** Its vendor says so. */
  case object Documentation extends Evidence("documentation", 0)

  val all: Seq[Evidence] = Seq(Observed, Source, Documentation)
}
