package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.delta.commands.MergeIntoCommand

/**
 * The command that a thread is about to run.
 *
 * @param version the newest known version of the written table after the analysis; `None` if the command does not say which
 *                table that is
 * @param merge   the command that runs, if it is a MERGE; `plan` is the analysed one
 */
final case class RunningStatement(
    plan: LogicalPlan,
    version: Option[Long],
    merge: Option[MergeIntoCommand]
)

/** Keeps the command of a thread until its transaction takes it. */
object RunningStatement {

  private val last = new ThreadLocal[Option[RunningStatement]] {
    override def initialValue(): Option[RunningStatement] = None
  }

  /** Records an analysed plan. Called with every plan. */
  def saw(plan: LogicalPlan): Unit = plan match {
    case command: Command =>
      last.set(Some(RunningStatement(
        command,
        WrittenTable.find(command).map(_.unsafeVolatileSnapshot.version)
          .orElse(last.get.filter(isWrittenBy(command, _)).flatMap(_.version)),
        None
      )))
    // A plan around commands: none of them has all its reads, and the command recorded before is unrelated.
    case other => if (other.exists(_.isInstanceOf[Command])) last.remove()
  }

  /**
   * Checks whether the command writes the rows of a table that the statement replaces. Spark writes them with a command of
   * its own, into a table that does not exist yet.
   */
  private def isWrittenBy(command: Command, statement: RunningStatement): Boolean =
    (statement.plan, command) match {
      case (replace: ReplaceTableAsSelect, write: V2WriteCommand) =>
        replace.query.sameResult(write.query)
      case _ => false
    }

  /** Records a planned MERGE. Called with every MERGE. */
  def planned(merge: MergeIntoCommand): Unit =
    last.set(last.get.map(_.copy(merge = Some(merge))))

  /** Returns the command, and leaves it for the transaction to take. */
  def current: Option[LogicalPlan] = last.get.map(_.plan)

  def take(): Option[RunningStatement] = {
    val statement = last.get
    last.remove()
    statement
  }
}
