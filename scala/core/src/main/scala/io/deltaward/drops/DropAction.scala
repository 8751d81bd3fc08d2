package io.deltaward.drops

/** What one step of a drop does. */
sealed abstract class DropAction(override val toString: String)

object DropAction {

  /** Delta refuses, or a commit rule for the last commit, and has changed nothing. */
  case object Refuse extends DropAction("REFUSE")

  /** A table property is set or unset, so that no new traces come in. */
  case object Disable extends DropAction("DISABLE")

  /** A property or the clustering is changed by a statement of its own, for the drop after it or before it. */
  case object Alter extends DropAction("ALTER")

  /** Data files are rewritten without the feature. */
  case object Rewrite extends DropAction("REWRITE")

  /** Traces in the schema or in the log are removed. */
  case object Clean extends DropAction("CLEAN")

  /** An empty commit and a checkpoint of it: what comes after can be read from there. */
  case object Checkpoint extends DropAction("CHECKPOINT")

  /** Nothing but waiting helps; the statement ends with an error and is to be run again. */
  case object Wait extends DropAction("WAIT")

  /** Commits and checkpoints are deleted: time travel loses those versions. */
  case object Truncate extends DropAction("TRUNCATE")

  /** The protocol goes down. */
  case object Drop extends DropAction("DROP")
}
