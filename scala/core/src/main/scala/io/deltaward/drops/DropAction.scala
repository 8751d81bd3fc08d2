package io.deltaward.drops

/** The kind of one step of a drop. */
sealed abstract class DropAction(override val toString: String)

object DropAction {

  /** Delta refuses the drop, or a commit rule refuses its last commit. Nothing has been changed. */
  case object Refuse extends DropAction("REFUSE")

  /** Sets or unsets a table property, so that no new traces are added. */
  case object Disable extends DropAction("DISABLE")

  /** Changes a property or the clustering in a separate statement, before or after the drop. */
  case object Alter extends DropAction("ALTER")

  /** Rewrites data files so that they no longer use the feature. */
  case object Rewrite extends DropAction("REWRITE")

  /** Removes traces from the schema or the log. */
  case object Clean extends DropAction("CLEAN")

  /** Makes an empty commit and a checkpoint of it, from which later versions can be read. */
  case object Checkpoint extends DropAction("CHECKPOINT")

  /** Ends the statement with an error. The user must wait, and run it again. */
  case object Wait extends DropAction("WAIT")

  /** Deletes commits and checkpoints. Time travel loses those versions. */
  case object Truncate extends DropAction("TRUNCATE")

  /** Lowers the protocol. */
  case object Drop extends DropAction("DROP")
}
