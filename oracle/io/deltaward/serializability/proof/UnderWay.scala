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
 * An uncommitted transaction, as it is after the winning commits so far.
 *
 * @param read     version that it has read
 * @param level    isolation level at which it commits
 * @param written  rows of its new file
 * @param metadata metadata that it uses
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

  /** Returns the commit with this version, which names the new file. */
  def committed(version: Int): ModelCommit = {
    val path = s"v$version"
    val actions = losing.actions.map {
      case file: AddFile if file.path == FilePlan.Path => file.copy(path = path)
      case other => other
    }
    ModelCommit(statement, read, version, actions, Map(path -> written).filter(_._2.nonEmpty))
  }

  /** Returns the transaction after one more winning commit, or why it cannot come after that. */
  def resolve(winner: ModelCommit, table: Table, model: Model): Either[Unresolved, UnderWay] = {
    val rows = new MemoryRows(
      path => if (path == FilePlan.Path) written else table.stored(path),
      model.conditions
    )
    decided(
      for {
        now <- winner.metadata.fold[Either[Unresolved, Metadata]](Right(metadata))(after =>
          resolve(after, rows, model).map(_ => after)
        )
        after <- pastFiles(winner, rows, model)
      } yield if (now eq metadata) after else after.copy(metadata = now)
    )
  }

  private def resolve(after: Metadata, rows: RowSource, model: Model): Either[Unresolved, Unit] =
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
      winner: ModelCommit,
      rows: RowSource,
      model: Model
  ): Either[Unresolved, UnderWay] =
    if (!FileChecks.find(losing, level, winner))
      skipped
        .check(
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
        .resolve(losing, winner.winning, skipped.readBy(winner.placed))
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

  /** Returns a transaction on this version, if it is allowed there and has anything to commit. */
  def begin(
      statement: Statement,
      table: Table,
      read: Int,
      level: IsolationLevel
  ): Option[UnderWay] =
    statement.planned.planFor(table).filter(isAllowed(statement, table, _)).map { plan =>
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
      // Delta commits a rewrite at snapshot isolation. It never orders a change of metadata before an append.
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
