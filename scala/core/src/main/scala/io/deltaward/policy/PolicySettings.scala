package io.deltaward.policy

/**
 * Where a policy can be set. The table wins over the session; on a locked cluster all of them hold at once, so that
 * session and table can only add to what the cluster asks. An empty text is a policy like any other: a list of nothing.
 */
final case class PolicySettings(
    cluster: Option[String],
    session: Option[String],
    table: Option[String],
    locked: Boolean
) {

  /** The texts that hold; none where no policy is set. */
  def effective: Seq[Decided[String]] = {
    val own =
      Seq(table.map(Decided(_, Source.Table)), session.map(Decided(_, Source.Session))).flatten
    val clusters = cluster.map(Decided(_, if (own.isEmpty) Source.Cluster else Source.Lock))
    if (locked) (own ++ clusters).distinctBy(_.value)
    else (own ++ cluster.map(Decided(_, Source.Cluster))).take(1)
  }
}
