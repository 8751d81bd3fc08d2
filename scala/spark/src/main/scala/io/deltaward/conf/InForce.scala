package io.deltaward.conf

import org.apache.spark.sql.internal.SQLConf

/**
 * Applies the lock to the settings of a session. A session cannot set a value that the lock would undo, but it can unset a
 * value of the cluster.
 */
object InForce {

  def effective(session: SQLConf): SQLConf = effective(session, ClusterConf.get)

  /**
   * Returns the settings in force, without the policies. Cluster, session and table can each have a policy, see
   * [[io.deltaward.guard.RuleSettings]].
   */
  def effective(session: SQLConf, cluster: String => Option[String]): SQLConf =
    if (!Lock.isOn(session, cluster)) session
    else {
      val inForce = new SQLConf
      for {
        setting <- DeltawardConf.settings
        text <- held(setting, setting.readFrom(cluster), setting.readFrom(textIn(session)))
      } inForce.setConfString(setting.key, text)
      inForce
    }

  /** Returns a value that the session sets, or has from the cluster, as it was written. */
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
      val floor = cluster.getOrElse(setting.default)
      Some(session.filterNot(stricter.isLooser(_, floor)).getOrElse(floor))
  }
}
