package io.deltaward.policy

/** Policies are lists with commas. */
private[policy] object PolicyText {

  /** White space is that of Unicode: text is pasted from pages with spaces of other kinds. */
  def entries(text: String): Seq[String] =
    text.split(",").map(_.replaceAll("(?U)\\s+", " ").trim).filter(_.nonEmpty).toSeq
}
