package io.deltaward.conflicts

/**
 * The reason a conflict is not resolved.
 *
 * @param reason name of the reason, which stays the same in every release
 * @param all    text that completes "not resolved, since ...", of any length
 */
sealed abstract class Unresolved(val reason: String, all: String)
    extends Product with Serializable {

  /** Text that completes "not resolved, since ...". Shortened, because messages go to clients and logs. */
  val because: String =
    if (all.length <= Unresolved.Longest) all else s"${all.take(Unresolved.Longest)}..."

  /** Checks whether the same statement can commit if it is run again: it then starts from the winning commit. */
  def retryable: Boolean = true

  /** Returns the files that the conflict is about, as the log names them. */
  def files: Seq[String] = Nil
}

object Unresolved {

  private val Longest = 2000

  private def some(paths: Seq[String]): String = {
    val more = paths.size - 3
    paths.take(3).mkString(", ") + (if (more > 0) s", and $more more" else "")
  }

  case object TurnedOff extends Unresolved("TURNED_OFF", "row-level concurrency is turned off")

  case object NoDeletionVectors extends Unresolved(
        "NO_DELETION_VECTORS",
        "the table does not have deletion vectors enabled"
      )

  case object IdentityColumn
      extends Unresolved("IDENTITY_COLUMN", "the table has an identity column")

  final case class OtherChange(action: String) extends Unresolved(
        "OTHER_CHANGE",
        s"one of the two commits changes more than rows: $action"
      )

  final case class UnknownOperation(name: String)
      extends Unresolved("UNKNOWN_OPERATION", s"nothing is known of what $name depends on")

  case object UnknownReads extends Unresolved(
        "READ_NOT_RECORDED",
        "the transaction reads its own table in a way that is not recorded"
      )

  case object CachedRead extends Unresolved(
        "CACHED_READ",
        "the transaction reads its own table from rows that Spark holds in its cache"
      ) {

    /** Returns false: another run would read the same old rows from the cache. */
    override def retryable: Boolean = false
  }

  final case class SettingsChanged(keys: Seq[String]) extends Unresolved(
        "SETTINGS_CHANGED",
        s"settings of the session have changed while the statement ran: ${some(keys)}"
      )

  case object WholeTableRead
      extends Unresolved("WHOLE_TABLE_READ", "the transaction has read the whole table")

  final case class NonDeterministic(sql: String) extends Unresolved(
        "NON_DETERMINISTIC_CONDITION",
        s"the condition cannot be evaluated again, which may have another result: $sql"
      )

  final case class Subquery(sql: String) extends Unresolved(
        "SUBQUERY",
        s"the condition cannot be evaluated again, which has a subquery: $sql"
      )

  final case class UserFunction(sql: String) extends Unresolved(
        "USER_FUNCTION",
        s"the condition cannot be evaluated again, which calls a function of the user's own: $sql"
      )

  final case class AsksSession(sql: String) extends Unresolved(
        "SESSION_CONDITION",
        s"the condition cannot be evaluated again, which asks for the time or the user: $sql"
      )

  final case class DependsOnFiles(sql: String) extends Unresolved(
        "FILE_LEVEL_CONDITION",
        s"the statement depends on the files that rows are in: $sql"
      )

  final case class SameRows(path: String)
      extends Unresolved("SAME_ROW_CHANGED", s"both commits change the same rows of $path") {
    override def files: Seq[String] = Seq(path)
  }

  final case class MatchingRowsAdded(paths: Seq[String]) extends Unresolved(
        "ADDED_ROW_MATCHES",
        s"the winner added rows that the transaction would have read: ${some(paths)}"
      ) {
    override def files: Seq[String] = paths
  }

  final case class ReadRowsRemoved(path: String) extends Unresolved(
        "READ_ROW_REMOVED",
        s"the winner removed rows that the transaction has read: $path"
      ) {
    override def files: Seq[String] = Seq(path)
  }

  final case class FileReplaced(path: String) extends Unresolved(
        "FILE_REPLACED",
        s"the winner removed or rewrote a file that the transaction changes: $path"
      ) {
    override def files: Seq[String] = Seq(path)
  }

  final case class UnexpectedChange(path: String) extends Unresolved(
        "UNEXPECTED_CHANGE",
        s"the commits describe $path in a way that cannot be compared"
      ) {
    override def files: Seq[String] = Seq(path)
  }

  final case class RowsNotFound(rows: Long) extends Unresolved(
        "ROWS_NOT_FOUND",
        s"$rows of the rows were not found again in the rewritten files"
      )

  case object OrderedBeforeAppend extends Unresolved(
        "ORDERED_BEFORE_APPEND",
        "the transaction is ordered before an append whose rows it would have read"
      )

  case object SourceNotKept extends Unresolved(
        "SOURCE_NOT_KEPT",
        "the source of the MERGE cannot be read again, so that nobody knows what else it would have matched"
      )

  final case class TooManyRows(rows: Long, limit: Long) extends Unresolved(
        "TOO_MANY_ROWS",
        s"$rows rows would have to be read, more than $limit"
      )

  final case class OutOfTime(millis: Long)
      extends Unresolved("OUT_OF_TIME", s"resolving took more than $millis milliseconds")

  final case class Unreadable(message: String)
      extends Unresolved("FILE_NOT_READABLE", s"a file could not be read: $message")

  /** Not retryable: another run would read the same value and fail itself. */
  final case class ConditionFailed(message: String) extends Unresolved(
        "CONDITION_FAILED",
        s"the condition fails for a row of the winner: $message"
      ) {
    override def retryable: Boolean = false
  }

  case object Overwrite extends Unresolved(
        "OVERWRITE",
        "an overwrite replaces all rows of a part of the table, so its rows are not compared with the winner's"
      )

  case object MetadataChanged
      extends Unresolved("METADATA_CHANGED", "the winner changed schema or properties")

  /** @param what the metadata that was changed, in words */
  final case class ChangeInTheWay(what: String) extends Unresolved(
        "METADATA_CHANGED",
        s"the winner changed metadata that the transaction depends on: $what"
      )

  /** Arises between two overwrites of a clustered table. */
  final case class SameDomain(domain: String) extends Unresolved(
        "SAME_DOMAIN_METADATA",
        s"both commits write the domain metadata $domain"
      )

  /** Not retryable: another run would fail on the constraint itself. */
  final case class ConstraintBroken(condition: String) extends Unresolved(
        "CONSTRAINT_BROKEN",
        s"the winner added a constraint that rows of the transaction do not satisfy: $condition"
      ) {
    override def retryable: Boolean = false
  }

  case object ProtocolChanged extends Unresolved(
        "PROTOCOL_CHANGED",
        "the winner changed the protocol, or created the table at the same time"
      )

  case object SameBatch extends Unresolved(
        "SAME_BATCH",
        "the winner committed the same batch of the same streaming query"
      ) {

    /** Returns false: the winning commit has already written the batch. */
    override def retryable: Boolean = false
  }

  /** Retryable only with a newer version: Delta skips versions of an application that are not newer than its last one. */
  final case class OtherBatch(application: String, own: Long, won: Long) extends Unresolved(
        "OTHER_BATCH",
        s"the winner committed version $won of the application $application, this is its version $own"
      ) {
    override def retryable: Boolean = own > won
  }

  /** The winning commit is the transaction's own: the store lost the answer. Another run would make the change twice. */
  case object OwnCommit extends Unresolved(
        "OWN_COMMIT",
        "the winner is the transaction itself, whose commit is made: the store has not said so"
      ) {
    override def retryable: Boolean = false
  }

  /** @param conflict class of Delta's exception */
  final case class OtherConflict(conflict: String)
      extends Unresolved("OTHER_CONFLICT", s"Delta found a $conflict beside rows and files")
}
