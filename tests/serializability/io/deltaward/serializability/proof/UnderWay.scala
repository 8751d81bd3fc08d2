package io.deltaward.serializability.proof

import scala.util.control.NonFatal

import org.apache.spark.sql.delta.{IsolationLevel, SnapshotIsolation}
import org.apache.spark.sql.delta.actions._

import io.deltaward.concurrency._
import io.deltaward.conflicts.{TransactionKind, Unresolved}
import io.deltaward.conflicts.Unresolved._

/**
 * A transaction that has not committed, as it is after the winners so far.
 *
 * @param read    the version that it has read
 * @param level   at which it is to commit
 * @param written the rows of its own file
 */
final case class UnderWay(
    statement: Statement,
    read: Int,
    level: IsolationLevel,
    losing: Losing,
    written: IndexedSeq[MemoryRow],
    skipped: SkippedAppends
) {

  /** Rows and files under the path that the commit with this version gives its file. */
  def committed(version: Int): LogEntry = {
    val path = s"v$version"
    val actions = losing.actions.map {
      case file: AddFile if file.path == FilePlan.Path => file.copy(path = path)
      case other => other
    }
    LogEntry(statement, read, version, actions, Map(path -> written).filter(_._2.nonEmpty))
  }

  /** After one winner more, or why it cannot come after that. */
  def past(winner: LogEntry, table: Table, model: Model): Either[Unresolved, UnderWay] = {
    val rows = new MemoryRows(
      path => if (path == FilePlan.Path) written else table.stored(path),
      model.conditions
    )
    decided(
      if (FileChecks.find(losing, level, winner))
        model.resolver(rows, RecordTable.ranges, UnderWay.limits)
          .against(losing, winner.winning, skipped.readBy(winner.placed))
          .map(after => copy(losing = after))
      else
        skipped
          .past(winner.placed, level, changesMetadata = false, readsPastIt = false)(unread(rows, _))
          .map(order => if (order eq skipped) this else copy(skipped = order))
    )
  }

  private def unread(rows: RowSource, appends: Seq[AddFile]): Either[Unresolved, Unit] =
    SkippedAppends.unread(
      losing.copy(kind = TransactionKind.Opaque),
      appends,
      new RowsRead(rows, RecordTable.ranges, UnderWay.limits)
    )

  private def decided[A](body: => Either[Unresolved, A]): Either[Unresolved, A] =
    try body
    catch { case NonFatal(error) => Left(Unreadable(error.toString)) }
}

object UnderWay {

  private val limits = new Limits(Long.MaxValue)

  /** A transaction on this version, if it has anything to commit. */
  def of(statement: Statement, table: Table, read: Int, level: IsolationLevel): Option[UnderWay] =
    statement.planned.of(table).map { plan =>
      val inputs = plan.actions.collect { case remove: RemoveFile => remove.path }.toSet
      val files = table.live.values.filter(file =>
        if (statement.planned.readsInputs) inputs(file.path) else statement.looksInto(file)
      )
      val losing = Losing(
        statement.operation,
        statement.kind,
        plan.actions,
        files.toSet,
        statement.reads,
        readWholeTable = false,
        statement.upsertKey,
        statement.mergeReads
      )
      // Delta commits what changes no data at snapshot isolation.
      val own = if (statement.planned.readsInputs) SnapshotIsolation else level
      UnderWay(statement, read, own, losing, plan.written, SkippedAppends.none)
    }
}
