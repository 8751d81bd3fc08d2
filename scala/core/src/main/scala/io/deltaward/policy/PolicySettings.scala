package io.deltaward.policy

/**
 * The places that can set a policy, in order of precedence: table, session, the cluster's file, the cluster's setting. On a
 * locked cluster all of them hold at once, so that session and table can only add to what the cluster requires. An empty
 * text is a valid policy: an empty list.
 *
 * @param file policy that the policies file has for the table
 */
final case class PolicySettings(
    cluster: Option[String],
    file: Option[Decided[String]],
    session: Option[String],
    table: Option[String],
    locked: Boolean
) {

  /** Returns the texts in force; empty if no policy is set. */
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
