package io.deltaward.policy

/** Splits policies, which are lists with commas. */
private[policy] object PolicyText {

  /** Returns the entries of a list. Treats all Unicode spaces alike, because users paste text from web pages. */
  def entries(text: String): Seq[String] =
    text.split(",").map(_.replaceAll("(?U)\\s+", " ").trim).filter(_.nonEmpty).toSeq
}
