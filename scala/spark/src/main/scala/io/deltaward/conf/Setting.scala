package io.deltaward.conf

import org.apache.spark.sql.internal.SQLConf

/**
 * A setting of ours, with what the lock does to it: the two are declared together, so that no key is without.
 *
 * @param aliases other keys that mean the same, for one that has no value of its own
 */
final case class Setting(key: String, underLock: UnderLock, aliases: Seq[String] = Nil) {

  /**
   * For the key's own check: returns `value` where the lock lets a session set it. Spark checks a key's default too,
   * before it knows the key: nobody has set that one.
   */
  def held[T](value: T): T = heldAs(value, value.toString)

  /** The same of a value that is written in another way than it prints. */
  def heldAs[T](value: T, text: String): T = {
    if (SQLConf.getFallbackConf.isModifiable(key)) Lock.require(this, text)
    value
  }

  /** Its text in one place, by its key or else an alias. */
  def in(place: String => Option[String])
      : Option[String] = (key +: aliases).flatMap(place(_)).headOption
}
