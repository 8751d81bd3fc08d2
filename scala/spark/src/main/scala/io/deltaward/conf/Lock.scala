package io.deltaward.conf

import org.apache.spark.sql.internal.SQLConf

import io.deltaward.errors.Errors

/** Implements `spark.deltaward.locked`, which makes the cluster's settings a floor for the settings of its sessions. */
object Lock {

  val Key = "spark.deltaward.locked"

  /**
   * Checks whether the lock is on. A session that is built while no other session exists has static settings of its own, and
   * Spark prefers those. So the cluster's own lock always counts.
   */
  def isOn(session: SQLConf, cluster: String => Option[String]): Boolean =
    isOnIn(cluster) || isOnIn(key => Option(session.getConfString(key, null)))

  /**
   * Checks a value that a session sets.
   *
   * @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_SETTING_LOCKED`, if the lock would undo the value
   */
  def require(setting: Setting, text: String): Unit =
    if (isOnIn(ClusterConf.get))
      objection(setting, setting.readFrom(ClusterConf.get), text).foreach { why =>
        throw Errors.settingLocked(setting.key, text, why)
      }

  /**
   * Returns the check of a key, which passes a value that a session may set. Spark also checks the key's default before it
   * registers the key. The lock does not apply to a default.
   *
   * @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_SETTING_LOCKED`
   */
  def held[T](setting: Setting): T => T = heldAs[T](setting)(_.toString)

  /**
   * Does what [[held]] does, for values that users write in another way than they print.
   *
   * @param text returns a value as users write it
   */
  def heldAs[T](setting: Setting)(text: T => String): T => T = { value =>
    if (SQLConf.getFallbackConf.isModifiable(setting.key)) require(setting, text(value))
    value
  }

  private def isOnIn(place: String => Option[String]): Boolean =
    place(Key).exists(_.trim.equalsIgnoreCase("true"))

  /**
   * Returns why a session's value has no effect, or `None` if it takes effect. The cluster's own value always takes effect.
   */
  private def objection(
      setting: Setting,
      cluster: Option[String],
      text: String
  ): Option[String] = setting.underLock match {
    case UnderLock.NeverTheSessions | UnderLock.SessionsOwn => None
    case UnderLock.ClusterOnly =>
      Option.unless(cluster.contains(text))(
        s"only the value of the cluster counts, which is ${cluster.getOrElse("not set")}"
      )
    case UnderLock.Added(adds) =>
      cluster.filterNot(adds(_, text)).map(own =>
        s"the value of the cluster, $own, also applies, and already requires this"
      )
    case stricter: UnderLock.Stricter =>
      val floor = cluster.getOrElse(setting.default)
      Option.when(stricter.isLooser(text, floor))(s"the value of the cluster, $floor, is stricter")
  }
}
