package io.deltaward.serializability.proof

import scala.util.control.NonFatal

import org.apache.spark.sql.delta.{IsolationLevel, Serializable, SnapshotIsolation}
import org.apache.spark.sql.delta.actions._

import io.deltaward.concurrency.changes.{Limits, RowSource}
import io.deltaward.concurrency.changes.Losing
import io.deltaward.concurrency.resolve.{RowsRead, SkippedAppends}
import io.deltaward.conflicts.{TransactionKind, Unresolved}
import io.deltaward.conflicts.Unresolved._
import io.deltaward.serializability.model.Overwrite
import org.apache.spark.sql.delta.deltaward.LateWrite

/**
 * A transaction that has not committed, as it is after the winners so far.
 *
 * @param read    the version that it has read
 * @param level   at which it is to commit
 * @param written the rows of its own file
 * @param metadata that it goes by
 */
final case class UnderWay(
    statement: Statement,
    read: Int,
    level: IsolationLevel,
    losing: Losing,
    written: IndexedSeq[MemoryRow],
    metadata: Metadata,
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
      for {
        now <- winner.metadata.fold[Either[Unresolved, Metadata]](Right(metadata))(after =>
          past(after, rows, model).map(_ => after)
        )
        after <- pastFiles(winner, rows, model)
      } yield if (now eq metadata) after else after.copy(metadata = now)
    )
  }

  private def past(after: Metadata, rows: RowSource, model: Model): Either[Unresolved, Unit] =
    if (statement.alters) Left(MetadataChanged)
    else
      new LateWrite(
        statement.operation,
        losing.actions,
        statement.op.isInstanceOf[Overwrite],
        RecordTable.columns.map(_.name),
        statement.mayMeanNewColumn,
        rows,
        UnderWay.limits
      ).meets(model.needs(metadata, after))

  private def pastFiles(
      winner: LogEntry,
      rows: RowSource,
      model: Model
  ): Either[Unresolved, UnderWay] =
    if (!FileChecks.find(losing, level, winner))
      skipped
        .past(
          winner.placed,
          level,
          statement.alters,
          readsPastIt = false,
          readsAhead = false
        )(unread(rows, _))
        .map(order => if (order eq skipped) this else copy(skipped = order))
    else if (statement.alters) Left(OtherChange(statement.operation))
    else
      model.resolver(rows, RecordTable.ranges, UnderWay.limits)
        .against(losing, winner.winning, skipped.readBy(winner.placed))
        .map(after => copy(losing = after))

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

  /** A transaction on this version, if it is allowed there, and has anything to commit. */
  def of(statement: Statement, table: Table, read: Int, level: IsolationLevel): Option[UnderWay] =
    statement.planned.of(table).filter(isAllowed(statement, table, _)).map { plan =>
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
      // Delta commits what changes no data at snapshot isolation, and passes over no append where the metadata is changed.
      val own =
        if (statement.planned.readsInputs) SnapshotIsolation
        else if (statement.alters) Serializable
        else level
      UnderWay(statement, read, own, losing, plan.written, table.metadata, SkippedAppends.none)
    }

  private def isAllowed(statement: Statement, table: Table, plan: FilePlan.Result): Boolean =
    !(statement.removesRows && table.has(Alteration.AppendOnly)) &&
      (statement.op match {
        case Alteration.Check => table.rows.forall(Alteration.Check.allows)
        case _ => !table.has(Alteration.Check) ||
          plan.written.map(_.record).forall(Alteration.Check.allows)
      })
}
