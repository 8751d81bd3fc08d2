package io.deltaward.policy

/** Splits the text of a policy at its commas. */
private[policy] object PolicyText {

  /** Returns the entries of a list. Treats all Unicode spaces alike, because users paste text from web pages. */
  def entries(text: String): Seq[String] =
    text.split(",").map(_.replaceAll("(?U)\\s+", " ").trim).filter(_.nonEmpty).toSeq
}
