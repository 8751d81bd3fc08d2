package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.delta.commands.MergeIntoCommand

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
        WrittenTable.of(command).map(_.unsafeVolatileSnapshot.version)
          .orElse(last.get.filter(isWrittenBy(command, _)).flatMap(_.version)),
        None
      )))
    // A plan around commands: what they read is not all in one of them, and the command before it has nothing to do with it.
    case other => if (other.exists(_.isInstanceOf[Command])) last.remove()
  }

  /** Spark writes the rows of a table that is replaced by a command of its own, into a table that is not there yet. */
  private def isWrittenBy(command: Command, statement: RunningStatement): Boolean =
    (statement.plan, command) match {
      case (replace: ReplaceTableAsSelect, write: V2WriteCommand) =>
        replace.query.sameResult(write.query)
      case _ => false
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
}
