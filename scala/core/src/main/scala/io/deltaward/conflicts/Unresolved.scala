package io.deltaward.conflicts

/** Why a conflict is left to Delta: `because` completes "not resolved, since ...". */
sealed abstract class Unresolved(val because: String) extends Product with Serializable

object Unresolved {

  case object TurnedOff extends Unresolved("row-level concurrency is turned off")

  case object NoDeletionVectors
      extends Unresolved("the table does not have deletion vectors enabled")

  case object IdentityColumn extends Unresolved("the table has an identity column")

  final case class OtherChange(action: String)
      extends Unresolved(s"one of the two commits changes more than rows: $action")

  final case class UnknownOperation(name: String)
      extends Unresolved(s"nothing is known of what $name depends on")

  case object UnknownReads
      extends Unresolved("the transaction reads its own table in a way that is not recorded")

  case object WholeTableRead extends Unresolved("the transaction has read the whole table")

  final case class OpaqueCondition(sql: String)
      extends Unresolved(s"the condition cannot be evaluated again: $sql")

  final case class DependsOnFiles(sql: String)
      extends Unresolved(s"the statement depends on the files that rows are in: $sql")

  final case class SameRows(path: String)
      extends Unresolved(s"both commits change the same rows of $path")

  final case class MatchingRowsAdded(paths: Seq[String])
      extends Unresolved(
        s"the winner added rows that the transaction would have read: ${paths.mkString(", ")}"
      )

  final case class ReadRowsRemoved(path: String)
      extends Unresolved(s"the winner removed rows that the transaction has read: $path")

  final case class FileReplaced(path: String)
      extends Unresolved(
        s"the winner removed or rewrote a file that the transaction changes: $path"
      )

  final case class UnexpectedChange(path: String)
      extends Unresolved(s"the commits describe $path in a way that cannot be compared")

  final case class RowsNotFound(rows: Long)
      extends Unresolved(s"$rows of the rows were not found again in the rewritten files")

  case object OrderedBeforeAppend
      extends Unresolved(
        "the transaction is ordered before an append whose rows it would have read"
      )

  final case class TooManyRows(rows: Long, limit: Long)
      extends Unresolved(s"$rows rows would have to be read, more than $limit")

  final case class TooManyKeys(limit: Int)
      extends Unresolved(s"a MERGE has more than $limit keys, and no condition on its target alone")

  final case class OutOfTime(millis: Long)
      extends Unresolved(s"resolving took more than $millis milliseconds")

  final case class Unreadable(message: String)
      extends Unresolved(s"a file could not be read: $message")
}
