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
 * @param step             from 1
 * @param status           PLANNED with `DRY RUN`; else DONE, WAITING, or PLANNED for what comes after a wait
 * @param version          the newest version after it; null where it has not run
 * @param commits          how many it makes, as foreseen; null where that is not known
 * @param files            data files that are rewritten, as foreseen
 * @param bytes            their size
 * @param firstVersionLost with `lastVersionLost` the versions that time travel loses, as foreseen; null for none
 * @param earliest         when the statement can finish: run MAKE COMPATIBLE again then; null for at once
 * @param errorCondition   what Delta ends the statement with until then; null for one that is DONE
 * @param gainingRead      clients, at their newest known version, that can read the table once the statement is done and
 *                         could not before, as `client version (access path)`
 * @param losingRead       those that no longer surely can
 * @param streams          what happens to running streams that read or write the table
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
