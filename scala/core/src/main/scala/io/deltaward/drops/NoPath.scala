package io.deltaward.drops

import io.deltaward.clients.Access

/** The reason no sequence of statements makes a table compatible with a client. */
sealed trait NoPath

object NoPath {

  /** The client never offers this access, whatever the table. */
  final case class NotOffered(access: Access) extends NoPath

  /** Nothing is known about the client, for these reasons. */
  final case class NoEvidence(reasons: Seq[String]) extends NoPath

  /** The table would not meet the goal without any feature either. The text names an access that fails, and why. */
  final case class NotTheTable(failure: String) extends NoPath

  /** These features are in the way, and this Delta cannot drop them. */
  final case class NotDroppable(features: Seq[String]) extends NoPath
}
