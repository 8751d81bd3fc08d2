package io.deltaward.concurrency

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan, V2WriteCommand, WithCTE}
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.commands.{DeleteCommand, MergeIntoCommand, UpdateCommand}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

/**
 * The command that a thread is about to run.
 *
 * @param version of the table that it writes, the newest that was known when it had been analysed; `None` where the
 *                command does not say which table that is
 * @param merge   the command itself, where it is a MERGE: `plan` is as it was analysed
 */
final case class RunningStatement(
    plan: LogicalPlan,
    version: Option[Long],
    merge: Option[MergeIntoCommand]
)

/** Its transaction takes it, and it goes with the transaction. */
object RunningStatement {

  private val last = new ThreadLocal[Option[RunningStatement]] {
    override def initialValue(): Option[RunningStatement] = None
  }

  /** Called with every analysed plan. */
  def saw(plan: LogicalPlan): Unit = plan match {
    case command: Command =>
      last.set(Some(RunningStatement(
        command,
        target(command).map(_.unsafeVolatileSnapshot.version),
        None
      )))
    // A plan around commands: what they read is not all in one of them, and the command before it has nothing to do with it.
    case other => if (other.exists(isCommandOrAround)) last.remove()
  }

  /** Called with every MERGE that is planned. */
  def planned(merge: MergeIntoCommand): Unit =
    last.set(last.get.map(_.copy(merge = Some(merge))))

  /** The command stays for the transaction, which takes it. */
  def current: Option[LogicalPlan] = last.get.map(_.plan)

  def take(): Option[RunningStatement] = {
    val statement = last.get
    last.remove()
    statement
  }

  private def isCommandOrAround(plan: LogicalPlan): Boolean =
    plan.isInstanceOf[Command] || plan.isInstanceOf[WithCTE]

  private def target(command: LogicalPlan): Option[DeltaLog] = command match {
    case update: UpdateCommand => Some(update.tahoeFileIndex.deltaLog)
    case delete: DeleteCommand => Some(delete.deltaLog)
    case merge: MergeIntoCommand => Some(merge.targetFileIndex.deltaLog)
    case write: V2WriteCommand =>
      Some(write.table).collect { case relation: DataSourceV2Relation => relation.table }
        .collect { case table: DeltaTableV2 => table.deltaLog }
    case _ => None
  }
}
