package io.deltaward.drops

import io.deltaward.clients.Access

/** Why no sequence of statements makes a table compatible with a client. */
sealed trait NoPath

object NoPath {

  /** The client never does that, whatever the table. */
  final case class NotOffered(access: Access) extends NoPath

  /** Nothing is known of the client, for these reasons. */
  final case class NoEvidence(reasons: Seq[String]) extends NoPath

  /** A table without any feature would not do either. */
  case object NotTheTable extends NoPath

  /** These are in the way, and this Delta cannot drop them. */
  final case class NotDroppable(features: Seq[String]) extends NoPath
}
