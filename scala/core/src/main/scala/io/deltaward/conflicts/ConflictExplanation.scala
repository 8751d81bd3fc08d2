package io.deltaward.conflicts

import io.deltaward.conflicts.Unresolved._

/**
 * Explains a conflict in more detail than Delta's own message.
 *
 * @param runs tags of the retried blocks that this transaction belongs to
 */
final case class ConflictExplanation(
    winner: Winner,
    why: Unresolved,
    table: ConflictingTable,
    runs: Seq[String]
) {

  def retryable: Boolean = why.retryable

  /** Returns the one change that keeps the same two commits from conflicting; `None` if there is none. */
  def advice: Option[String] = ConflictExplanation.advice(why, table)

  /** Returns the explanation as text for the end of an exception's message. */
  def text: String = {
    val again =
      if (retryable) "Run it again: it then starts from that version." else "Do not run it again."
    val change = advice.fold("")(text => s" To avoid the conflict: $text.")
    s"Conflict with ${winner.text}, ${why.reason}: ${why.because}. $again$change"
  }

  /** Returns the explanation as parameters of an exception's message, by name. */
  def parameters: Map[String, String] = Map(
    "winner" -> winner.text,
    "winningVersion" -> winner.version.toString,
    "reason" -> why.reason,
    "because" -> why.because,
    "retryable" -> retryable.toString
  ) ++ advice.map("advice" -> _) ++ Option.when(runs.nonEmpty)("runs" -> runs.mkString(","))
}

/**
 * The facts about a table that advice depends on.
 *
 * @param name           name of the table as a statement writes it
 * @param partition      condition on partition columns that holds for all changes of the transaction, and for none of the
 *                       winning commit
 * @param serializable   whether a concurrent blind append counts as a conflict
 * @param winnerIsAppend whether the winning commit is a blind append
 */
final case class ConflictingTable(
    name: String,
    partition: Option[String],
    serializable: Boolean,
    winnerIsAppend: Boolean
)

object ConflictExplanation {

  private val limits = "spark.deltaward.rowLevelConcurrency"

  private def advice(why: Unresolved, table: ConflictingTable): Option[String] = why match {
    case TurnedOff => Some(s"set $limits.enabled to true")
    case NoDeletionVectors => Some(set(table, "delta.enableDeletionVectors", "true"))
    case IdentityColumn =>
      Some(
        "number the rows without an identity column: rows of a table that has one are not compared"
      )
    case _: ConstraintBroken => Some("write rows that satisfy it")
    case MetadataChanged =>
      Some(
        "change schema and properties while nobody writes; or set spark.deltaward.metadataConcurrency.enabled to true, " +
          "so that writes commit if they do not depend on the change"
      )
    case _: OtherChange | _: ChangeInTheWay | ProtocolChanged =>
      Some("change schema, properties and protocol while nobody writes")
    case UnknownReads | WholeTableRead =>
      Some(
        "read a named version (VERSION AS OF), or first copy what the statement reads into another table"
      )
    case Overwrite =>
      Some(
        "let each writer replace its own partitions: replaceWhere with a condition on partition columns, or " +
          "spark.sql.sources.partitionOverwriteMode = dynamic"
      )
    case _: ConditionFailed =>
      Some("write the condition so that it does not fail, with try_cast or try_divide")
    case CachedRead =>
      Some("remove what it reads from the cache (unpersist, UNCACHE TABLE), and read it again")
    case _: SettingsChanged =>
      Some("give each thread that changes settings its own session (spark.newSession())")
    case _: NonDeterministic | _: AsksSession =>
      Some("compute the value first, and put it into the condition as a literal")
    case _: Subquery =>
      Some("collect the result of the subquery first, and put it into the condition as literals")
    case _: UserFunction => Some("use Spark's own functions instead")
    case _: DependsOnFiles => Some("leave out _metadata and input_file_name()")
    case _: MatchingRowsAdded | _: ReadRowsRemoved => narrowed(table)
    case SourceNotKept =>
      Some("set spark.databricks.delta.merge.materializeSource to all for the statement")
    case TooManyRows(rows, _) => Some(s"set $limits.maxRowsToCheck to $rows or more")
    case _: OutOfTime => Some(s"raise $limits.maxResolutionTime")
    case SameBatch => Some("stop one of the two queries that share a checkpoint")
    case _: SameRows | _: FileReplaced | _: UnexpectedChange | _: RowsNotFound | _: Unreadable |
        OrderedBeforeAppend | OwnCommit | _: OtherBatch | _: UnknownOperation | _: SameDomain |
        _: OtherConflict =>
      None
  }

  private def narrowed(table: ConflictingTable): Option[String] =
    table.partition.map { predicate =>
      s"add $predicate to its condition, if it should change only that partition"
    }.orElse(
      if (table.serializable && table.winnerIsAppend)
        Some(set(table, "delta.isolationLevel", "WriteSerializable"))
      else None
    )

  private def set(table: ConflictingTable, property: String, value: String): String =
    s"ALTER TABLE ${table.name} SET TBLPROPERTIES ('$property' = '$value')"
}
