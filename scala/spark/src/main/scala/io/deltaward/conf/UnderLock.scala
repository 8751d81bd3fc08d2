package io.deltaward.conf

/**
 * The effect of `spark.deltaward.locked` on a session's value of a setting.
 *
 * @param meaning text for the documentation
 */
sealed abstract class UnderLock(val meaning: String)

object UnderLock {

  /** The setting is static: no session has a value of its own, with or without the lock. */
  case object NeverTheSessions
      extends UnderLock("only the cluster's value applies, with or without the lock")

  /** The setting protects nothing, so the session's value holds. */
  case object SessionsOwn extends UnderLock("the session's value applies")

  /** Only the cluster's value holds. */
  case object ClusterOnly extends UnderLock("only the cluster's value applies")

  /**
   * Both values hold. A session value is rejected if it adds nothing to the cluster's value.
   *
   * @param adds checks whether a session value adds something: `adds(cluster, session)`
   */
  final case class Added(adds: (String, String) => Boolean)
      extends UnderLock("both apply")

  /**
   * The stricter of both values holds.
   *
   * @param strictness returns how strict a text is, higher for stricter; `None` if the setting rejects the text
   */
  final class Stricter private[UnderLock] (
      meaning: String,
      strictness: String => Option[Long]
  ) extends UnderLock(meaning) {

    def isLooser(text: String, than: String): Boolean =
      strictness(text).zip(strictness(than)).forall { case (own, other) => own < other }
  }

  /**
   * Returns a lock effect that keeps the stricter of two values.
   *
   * @param values all valid values, from the loosest to the strictest
   */
  def stricter(values: String*): Stricter = new Stricter(
    values.map(v => s"`$v`").mkString("the stricter value applies: ", " < ", ""),
    text => Some(values.indexWhere(_.equalsIgnoreCase(text.trim)).toLong).filter(_ >= 0)
  )

  /**
   * Returns a lock effect that keeps the lower of two amounts.
   *
   * @param amount returns the amount in a text; `None` if there is none
   */
  def lower(amount: String => Option[Long]): Stricter =
    new Stricter("the lower value applies", text => amount(text.trim).map(-_))
}
