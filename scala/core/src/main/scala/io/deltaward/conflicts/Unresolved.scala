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
      extends Unresolved("UNKNOWN_OPERATION", s"what $name depends on is not known")

  case object UnknownReads extends Unresolved(
        "READ_NOT_RECORDED",
        "Delta does not record how the transaction reads the table that it writes"
      )

  case object CachedRead extends Unresolved(
        "CACHED_READ",
        "the transaction reads the table that it writes from Spark's cache"
      ) {

    /** Returns false: another run would read the same old rows from the cache. */
    override def retryable: Boolean = false
  }

  final case class SettingsChanged(keys: Seq[String]) extends Unresolved(
        "SETTINGS_CHANGED",
        s"settings of the session changed while the statement ran: ${some(keys)}"
      )

  case object WholeTableRead
      extends Unresolved("WHOLE_TABLE_READ", "the transaction read the whole table")

  final case class NonDeterministic(sql: String) extends Unresolved(
        "NON_DETERMINISTIC_CONDITION",
        s"the condition is not deterministic, so it cannot be evaluated again: $sql"
      )

  final case class Subquery(sql: String) extends Unresolved(
        "SUBQUERY",
        s"the condition has a subquery, so it cannot be evaluated again: $sql"
      )

  final case class UserFunction(sql: String) extends Unresolved(
        "USER_FUNCTION",
        s"the condition calls a user-defined function, so it cannot be evaluated again: $sql"
      )

  final case class AsksSession(sql: String) extends Unresolved(
        "SESSION_CONDITION",
        s"the condition asks for the time or the user, so it cannot be evaluated again: $sql"
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
        s"the winning commit added rows that the transaction would have read: ${some(paths)}"
      ) {
    override def files: Seq[String] = paths
  }

  final case class ReadRowsRemoved(path: String) extends Unresolved(
        "READ_ROW_REMOVED",
        s"the winning commit removed rows that the transaction read: $path"
      ) {
    override def files: Seq[String] = Seq(path)
  }

  final case class FileReplaced(path: String) extends Unresolved(
        "FILE_REPLACED",
        s"the winning commit removed or rewrote a file that the transaction changes: $path"
      ) {
    override def files: Seq[String] = Seq(path)
  }

  final case class UnexpectedChange(path: String) extends Unresolved(
        "UNEXPECTED_CHANGE",
        s"the two commits cannot be compared in what they say about $path"
      ) {
    override def files: Seq[String] = Seq(path)
  }

  final case class RowsNotFound(rows: Long) extends Unresolved(
        "ROWS_NOT_FOUND",
        s"$rows of the rows were not found in the rewritten files"
      )

  case object OrderedBeforeAppend extends Unresolved(
        "ORDERED_BEFORE_APPEND",
        "the transaction is ordered before an append whose rows it would have read"
      )

  case object SourceNotKept extends Unresolved(
        "SOURCE_NOT_KEPT",
        "the source of the MERGE cannot be read again, so it is not known what else it would have matched"
      )

  final case class TooManyRows(rows: Long, limit: Long) extends Unresolved(
        "TOO_MANY_ROWS",
        s"resolving it would read $rows rows, more than the limit of $limit"
      )

  final case class OutOfTime(millis: Long)
      extends Unresolved("OUT_OF_TIME", s"resolving took more than $millis milliseconds")

  final case class Unreadable(message: String)
      extends Unresolved("FILE_NOT_READABLE", s"a file could not be read: $message")

  /** Not retryable: another run would read the same value and fail itself. */
  final case class ConditionFailed(message: String) extends Unresolved(
        "CONDITION_FAILED",
        s"the condition fails for a row of the winning commit: $message"
      ) {
    override def retryable: Boolean = false
  }

  case object Overwrite extends Unresolved(
        "OVERWRITE",
        "an overwrite replaces all rows of a part of the table, so its rows are not compared with those of the winning commit"
      )

  case object MetadataChanged
      extends Unresolved("METADATA_CHANGED", "the winning commit changed the schema or properties")

  /** @param what the metadata that was changed, in words */
  final case class ChangeInTheWay(what: String) extends Unresolved(
        "METADATA_CHANGED",
        s"the winning commit changed metadata that the transaction depends on: $what"
      )

  /** Arises between two overwrites of a clustered table. */
  final case class SameDomain(domain: String) extends Unresolved(
        "SAME_DOMAIN_METADATA",
        s"both commits write the domain metadata $domain"
      )

  /** Not retryable: another run would fail on the constraint itself. */
  final case class ConstraintBroken(condition: String) extends Unresolved(
        "CONSTRAINT_BROKEN",
        s"the winning commit added a constraint that rows of the transaction do not satisfy: $condition"
      ) {
    override def retryable: Boolean = false
  }

  case object ProtocolChanged extends Unresolved(
        "PROTOCOL_CHANGED",
        "the winning commit changed the protocol, or created the table at the same time"
      )

  case object SameBatch extends Unresolved(
        "SAME_BATCH",
        "the winning commit is the same batch of the same streaming query"
      ) {

    /** Returns false: the winning commit has already written the batch. */
    override def retryable: Boolean = false
  }

  /** Retryable only with a newer version: Delta skips versions of an application that are not newer than its last one. */
  final case class OtherBatch(application: String, own: Long, won: Long) extends Unresolved(
        "OTHER_BATCH",
        s"the winning commit is version $won of the application $application, and this commit is version $own"
      ) {
    override def retryable: Boolean = own > won
  }

  /** The winning commit is the transaction's own: the store lost the answer. Another run would make the change twice. */
  case object OwnCommit extends Unresolved(
        "OWN_COMMIT",
        "the winning commit is this transaction's own: it was made, although the store did not confirm it"
      ) {
    override def retryable: Boolean = false
  }

  /** @param conflict class of Delta's exception */
  final case class OtherConflict(conflict: String)
      extends Unresolved(
        "OTHER_CONFLICT",
        s"Delta found a $conflict, which is not about rows or files"
      )
}
