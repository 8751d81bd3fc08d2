package io.deltaward.errors

/**
 * What a refusal is about.
 *
 * @param table     as a statement names it
 * @param operation Delta's name of it
 * @param earlier   the versions that the same statement has written to the table before, in their order
 */
final case class Attempt(table: String, operation: String, earlier: Seq[Long] = Nil) {

  /** What there is of the statement in the table, in words. */
  def written: String = earlier match {
    case Seq() => "nothing was written"
    case Seq(one) => s"version $one, which the statement had written before, stays"
    case several =>
      s"versions ${Attempt.listed(several)}, which the statement had written before, stay"
  }
}

object Attempt {

  private def listed(versions: Seq[Long]): String =
    if (versions.sizeIs > 2 && versions.last - versions.head == versions.size - 1)
      s"${versions.head} to ${versions.last}"
    else s"${versions.init.mkString(", ")} and ${versions.last}"
}
