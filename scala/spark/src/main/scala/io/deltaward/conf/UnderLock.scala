package io.deltaward.conf

/**
 * The effect of `spark.deltaward.locked` on a session's value of a setting.
 *
 * @param meaning text for the documentation
 */
sealed abstract class UnderLock(val meaning: String)

object UnderLock {

  /** The setting is static: no session has a value of its own, with or without the lock. */
  case object NeverTheSessions extends UnderLock("is the cluster's with or without it")

  /** The setting protects nothing, so the session's value holds. */
  case object SessionsOwn extends UnderLock("the session's own holds")

  /** Only the cluster's value holds. */
  case object ClusterOnly extends UnderLock("the cluster's alone holds")

  /**
   * Both values hold. A session value is rejected if it adds nothing to the cluster's value.
   *
   * @param adds checks whether a session value adds something: `adds(cluster, session)`
   */
  final case class Added(adds: (String, String) => Boolean)
      extends UnderLock("both hold")

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
    values.map(v => s"`$v`").mkString("the stricter one holds: ", " < ", ""),
    text => Some(values.indexWhere(_.equalsIgnoreCase(text.trim)).toLong).filter(_ >= 0)
  )

  /**
   * Returns a lock effect that keeps the lower of two amounts.
   *
   * @param amount returns the amount in a text; `None` if there is none
   */
  def lower(amount: String => Option[Long]): Stricter =
    new Stricter("the lower one holds", text => amount(text.trim).map(-_))
}
