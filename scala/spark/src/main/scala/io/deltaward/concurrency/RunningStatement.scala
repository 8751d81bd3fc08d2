package io.deltaward.concurrency

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan, WithCTE}

/** The command that a thread is about to run. Its transaction takes it, and it goes with the transaction. */
object RunningStatement {

  private val last = new ThreadLocal[Option[LogicalPlan]] {
    override def initialValue(): Option[LogicalPlan] = None
  }

  /** Called with every analysed plan. */
  def saw(plan: LogicalPlan): Unit = plan match {
    case command: Command => last.set(Some(command))
    // What its command reads is not all in the command, and an earlier command is none of its business.
    case _: WithCTE => last.remove()
    case _ => ()
  }

  /** It stays there for its transaction. */
  def current: Option[LogicalPlan] = last.get

  def take(): Option[LogicalPlan] = {
    val command = last.get
    last.remove()
    command
  }
}
