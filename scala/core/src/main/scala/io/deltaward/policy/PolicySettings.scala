package io.deltaward.policy

/**
 * Where a policy can be set. The table wins over the session, that over the cluster's file, and that over the cluster's
 * setting; on a locked cluster all of them hold at once, so that session and table can only add to what the cluster asks.
 * An empty text is a policy like any other: a list of nothing.
 *
 * @param file what the policies file has for the table
 */
final case class PolicySettings(
    cluster: Option[String],
    file: Option[Decided[String]],
    session: Option[String],
    table: Option[String],
    locked: Boolean
) {

  /** The texts that hold; none where no policy is set. */
  def effective: Seq[Decided[String]] = {
    val own =
      Seq(table.map(Decided(_, Source.Table)), session.map(Decided(_, Source.Session))).flatten
    val clusters = file.toSeq ++ cluster.map(Decided(_, Source.Cluster))
    if (!locked) (own ++ clusters).take(1)
    else {
      val floor =
        if (own.isEmpty) clusters else clusters.map(d => d.copy(source = Source.Lock(d.source)))
      (own ++ floor).distinctBy(_.value)
    }
  }
}
