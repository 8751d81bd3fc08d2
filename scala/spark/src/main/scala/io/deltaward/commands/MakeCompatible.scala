package io.deltaward.commands

import java.sql.Timestamp

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.Access
import io.deltaward.drops.plans.{CompatiblePlans, DropPlan, PlannedRun, PlanRunner}
import io.deltaward.errors.LogAccess
import io.deltaward.files.ClientChoice
import io.deltaward.tables.{DeltaOpens, TableName}

/**
 * A row of `ALTER TABLE ... MAKE COMPATIBLE`: one statement, in the order in which they run.
 *
 * @param step             number of the statement, from 1
 * @param status           `DONE`, `WAITING` or `PLANNED`. A statement is `PLANNED` with `DRY RUN`, and if it comes after one
 *                         that waits
 * @param version          newest version after the statement; `None` if it has not run
 * @param commits          number of commits that the statement makes, as foreseen; `None` if unknown
 * @param files            number of data files that the statement rewrites, as foreseen
 * @param bytes            size in bytes of the data files that the statement rewrites, as foreseen
 * @param firstVersionLost first version that time travel loses, as foreseen; `None` if it loses none
 * @param lastVersionLost  last version that time travel loses, as foreseen; `None` if it loses none
 * @param earliest         earliest time at which the statement can finish; `None` if it can finish at once. Run
 *                         `MAKE COMPATIBLE` again at that time
 * @param errorCondition   error condition with which Delta ends the statement before `earliest`; `None` if the statement is
 *                         `DONE` or need not wait
 * @param gainingRead      clients, at their newest known version, that can read the table only after the statement, as
 *                         `client version (access path)`
 * @param losingRead       clients, at their newest known version, that may no longer be able to read the table, as
 *                         `client version (access path)`
 * @param streams          effect on running streams that read or write the table, and what helps if they fail
 */
final case class CompatibleRow(
    step: Int,
    statement: String,
    status: String,
    version: Option[Long],
    commits: Option[Int],
    files: Long,
    bytes: Long,
    firstVersionLost: Option[Long],
    lastVersionLost: Option[Long],
    earliest: Option[Timestamp],
    errorCondition: Option[String],
    gainingRead: Seq[String],
    gainingWrite: Seq[String],
    losingRead: Seq[String],
    losingWrite: Seq[String],
    streams: String
)

object CompatibleRow {
  private[commands] val schema: StructType = Rows.schema[CompatibleRow]
}

/**
 * `ALTER TABLE table MAKE COMPATIBLE WITH CLIENT 'name' ['version'] [FOR READ | FOR WRITE] [DRY RUN]`: runs the fewest drops
 * and normalisations after which the client can read and write the table. It stops if Delta requires a wait, and continues
 * when it is run again. Its progress is in the table, so a crash loses nothing. It returns no rows if the client is already
 * compatible.
 *
 * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_CLIENT`, `DELTAWARD_CANNOT_MAKE_COMPATIBLE` and
 *                                                        `DELTAWARD_FILES_MISSING` before anything is changed,
 *                                                        `DELTAWARD_STALE_PLAN` between two statements,
 *                                                        `DELTAWARD_PLAN_FAILED` if one of them fails,
 *                                                        `DELTAWARD_TABLE_NOT_WRITABLE`, or an error about the table's name
 */
final case class MakeCompatible(
    table: TableName,
    client: ClientChoice,
    accesses: Seq[Access],
    dryRun: Boolean
) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(CompatibleRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val paths = new CompatiblePlans(session, table, client, accesses)
    val plan = DeltaOpens.orRefused(session, table)(paths.plan())
    val done =
      if (dryRun) Nil
      else
        LogAccess.writing(paths.name) {
          val running = paths.runningSession
          new PlanRunner(paths, running.sql(_).collect()).run(plan)
        }
    (done ++ plan.steps.drop(done.size).map(PlanRunner.planned)).zipWithIndex.map {
      case (run, i) =>
        row(run.step.plan, run, i + 1)
    }
  }

  private def row(plan: DropPlan, run: PlannedRun, number: Int): CompatibleRow = {
    // A statement that is done did not have to wait, even if its plan foresaw a wait.
    val waits = plan.waits.filter(_ => run.status != PlanRunner.Done)
    CompatibleRow(
      step = number,
      statement = plan.statement,
      status = run.status,
      version = run.version,
      commits =
        Option.unless(plan.steps.exists(_.commits.isEmpty))(plan.steps.flatMap(_.commits).sum),
      files = plan.steps.map(_.files).sum,
      bytes = plan.steps.map(_.bytes).sum,
      firstVersionLost = plan.steps.flatMap(_.lost).map(_.first).minOption,
      lastVersionLost = plan.steps.flatMap(_.lost).map(_.last).maxOption,
      earliest = waits.flatMap(_.earliest).map(new Timestamp(_)),
      errorCondition = waits.flatMap(_.condition),
      gainingRead = run.step.clients.gaining(Access.Read),
      gainingWrite = run.step.clients.gaining(Access.Write),
      losingRead = run.step.clients.losing(Access.Read),
      losingWrite = run.step.clients.losing(Access.Write),
      streams = run.step.streams.text
    )
  }
}
