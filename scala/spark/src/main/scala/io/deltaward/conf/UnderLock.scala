package io.deltaward.conf

/**
 * What becomes of a session's value of a setting while `spark.deltaward.locked` is on.
 *
 * @param meaning for the documentation
 */
sealed abstract class UnderLock(val meaning: String)

object UnderLock {

  /** It is static: no session has a value of its own, with the lock or without it. */
  case object NeverTheSessions extends UnderLock("is the cluster's with or without it")

  /** It protects nothing, so that the lock leaves it to the session. */
  case object SessionsOwn extends UnderLock("the session's own holds")

  /** Only the cluster's value holds. */
  case object ClusterOnly extends UnderLock("the cluster's alone holds")

  /** It holds beside the cluster's, and is refused where it `adds(cluster, session)` nothing to it. */
  final case class Added(adds: (String, String) => Boolean)
      extends UnderLock("both hold")

  /**
   * The stricter of the two holds.
   *
   * @param default    what the cluster has where it sets nothing
   * @param strictness of a text, the more the stricter; `None` for one that the setting does not take
   */
  final class Stricter private[UnderLock] (
      meaning: String,
      val default: String,
      strictness: String => Option[Long]
  ) extends UnderLock(meaning) {

    def isLooser(text: String, than: String): Boolean =
      strictness(text).zip(strictness(than)).forall { case (own, other) => own < other }
  }

  /** @param values all that there are, from the loosest to the strictest */
  def stricter(values: String*)(default: String): Stricter = new Stricter(
    values.map(v => s"`$v`").mkString("the stricter one holds: ", " < ", ""),
    default,
    text => Some(values.indexWhere(_.equalsIgnoreCase(text.trim)).toLong).filter(_ >= 0)
  )

  /** @param amount what a text says, of which less is stricter */
  def lower(amount: String => Option[Long])(default: String): Stricter =
    new Stricter("the lower one holds", default, text => amount(text.trim).map(-_))
}
