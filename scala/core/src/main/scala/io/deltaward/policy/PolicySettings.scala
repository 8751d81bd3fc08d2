package io.deltaward.policy

/**
 * Where a policy can be set. The table wins over the session; on a locked cluster all of them hold at once, so that
 * session and table can only add to what the cluster asks.
 */
final case class PolicySettings(
    cluster: Option[String],
    session: Option[String],
    table: Option[String],
    locked: Boolean
) {

  /** The texts that hold; none where no policy is set. */
  def effective: Seq[String] = {
    val all = Seq(table, session, cluster).flatten.filter(_.trim.nonEmpty).distinct
    if (locked) all else all.take(1)
  }
}
