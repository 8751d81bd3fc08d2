package io.deltaward.conf

import org.apache.spark.sql.internal.SQLConf

import io.deltaward.errors.Errors

/** `spark.deltaward.locked`: the cluster's own settings are a floor for those of its sessions. */
object Lock {

  /**
   * A session that is built while no other is there has static settings of its own, which Spark prefers to the
   * cluster's: so that the cluster's own lock always counts.
   */
  def isOn(session: SQLConf, cluster: String => Option[String]): Boolean =
    isOnIn(cluster) || session.getConf(DeltawardConf.LOCKED)

  /** @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_SETTING_LOCKED`, where the lock undoes the value */
  def require(setting: Setting, text: String): Unit =
    if (isOnIn(ClusterConf.get))
      objection(setting, setting.in(ClusterConf.get), text).foreach { why =>
        throw Errors.settingLocked(setting.key, text, why)
      }

  private def isOnIn(cluster: String => Option[String]): Boolean =
    cluster(DeltawardConf.LOCKED.key).exists(_.trim.equalsIgnoreCase("true"))

  /** Why a session's value has no effect; `None` for one that has, and for the cluster's own. */
  private def objection(
      setting: Setting,
      cluster: Option[String],
      text: String
  ): Option[String] = setting.underLock match {
    case UnderLock.NeverTheSessions | UnderLock.SessionsOwn => None
    case UnderLock.ClusterOnly =>
      Option.unless(cluster.contains(text))(
        s"the cluster's own value is the only one that counts, and it is ${cluster.getOrElse("not set")}"
      )
    case UnderLock.Added(adds) =>
      cluster.filterNot(adds(_, text)).map(own =>
        s"the cluster's own, $own, holds as well, and asks for no less"
      )
    case stricter: UnderLock.Stricter =>
      val floor = cluster.getOrElse(stricter.default)
      Option.when(stricter.isLooser(text, floor))(s"the cluster's own, $floor, is stricter")
  }
}
