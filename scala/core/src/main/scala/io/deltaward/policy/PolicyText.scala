package io.deltaward.policy

/** Policies are lists with commas. */
private[policy] object PolicyText {

  def entries(text: String): Seq[String] =
    text.split(",").map(_.trim.replaceAll("\\s+", " ")).filter(_.nonEmpty).toSeq
}
