package io.deltaward.clients

/** The kind of evidence for a fact about a client. */
sealed abstract class Evidence(override val toString: String) extends Serializable

object Evidence {

  /** We ran the client. */
  case object Observed extends Evidence("observed")

  /** We read its source, at a tag or a named commit. */
  case object Source extends Evidence("source")

  /** Its vendor documents it. */
  case object Documentation extends Evidence("documentation")

  /** The known versions before and after it agree. */
  case object Inferred extends Evidence("inferred")

  /** The kinds that a client file may state, closest to the client first. */
  val stated: Seq[Evidence] = Seq(Observed, Source, Documentation)
}
