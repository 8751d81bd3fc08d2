package io.deltaward.conf

import org.apache.spark.sql.internal.SQLConf

/**
 * A setting of deltaward and the effect of the lock on it. Both are declared together, so that no key lacks a lock effect.
 *
 * @param aliases other keys with the same meaning, used if `key` has no value
 */
final case class Setting(key: String, underLock: UnderLock, aliases: Seq[String] = Nil) {

  /** Returns the default of the key, as text. The key must be registered and have a default. */
  def default: String = Setting.defaults(key)

  /**
   * Returns the setting's text in one place, under its key or else an alias.
   *
   * @param place looks up a key
   */
  def readFrom(place: String => Option[String])
      : Option[String] = (key +: aliases).flatMap(place(_)).headOption
}

private object Setting {

  /** The defaults of all keys, as Spark lists them. To read a key's value would check it again, and so ask for its default. */
  private lazy val defaults: Map[String, String] =
    new SQLConf().getAllDefinedConfs.map { case (key, default, _, _) => key -> default }.toMap
}
