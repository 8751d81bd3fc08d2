package io.deltaward.errors

/**
 * A commit that is attempted, for error messages.
 *
 * @param table     name of the table, as a statement writes it
 * @param operation Delta's name of the operation
 * @param earlier   versions that the same statement wrote to the table before, ascending
 */
final case class Attempt(table: String, operation: String, earlier: Seq[Long] = Nil) {

  /** Describes what the statement has written to the table so far. */
  def written: String = earlier match {
    case Seq() => "nothing was committed"
    case Seq(one) => s"the statement already wrote version $one, which remains"
    case several =>
      s"the statement already wrote versions ${Attempt.listed(several)}, which remain"
  }
}

object Attempt {

  private def listed(versions: Seq[Long]): String =
    if (versions.sizeIs > 2 && versions.last - versions.head == versions.size - 1)
      s"${versions.head} to ${versions.last}"
    else s"${versions.init.mkString(", ")} and ${versions.last}"
}
