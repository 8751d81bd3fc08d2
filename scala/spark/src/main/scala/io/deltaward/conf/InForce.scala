package io.deltaward.conf

import org.apache.spark.sql.internal.SQLConf

/**
 * The settings of a session as far as the lock lets them hold. A session cannot set what the lock would undo, but it can
 * still unset what the cluster has set.
 */
object InForce {

  def of(session: SQLConf): SQLConf = of(session, ClusterConf.get)

  /** The policies are not in it: cluster, session and table can have one each, see [[RuleSettings]]. */
  def of(session: SQLConf, cluster: String => Option[String]): SQLConf =
    if (!Lock.isOn(session, cluster)) session
    else {
      val inForce = new SQLConf
      for {
        setting <- DeltawardConf.settings
        text <- held(setting, setting.in(cluster), setting.in(textIn(session)))
      } inForce.setConfString(setting.key, text)
      inForce
    }

  /** What a session has set, or has from the cluster, as it was written. */
  def textIn(session: SQLConf)(key: String): Option[String] =
    Option.when(session.contains(key))(session.getConfString(key))

  private def held(
      setting: Setting,
      cluster: Option[String],
      session: Option[String]
  ): Option[String] = setting.underLock match {
    case UnderLock.NeverTheSessions | UnderLock.ClusterOnly => cluster
    case UnderLock.SessionsOwn => session.orElse(cluster)
    case _: UnderLock.Added => None
    case stricter: UnderLock.Stricter =>
      val floor = cluster.getOrElse(stricter.default)
      Some(session.filterNot(stricter.isLooser(_, floor)).getOrElse(floor))
  }
}
