package io.deltaward.commands

import java.sql.Timestamp

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.Access
import io.deltaward.drops.{DropAction, DropStep}
import io.deltaward.drops.plans.{ClientChanges, DropPlan, DropPlans}
import io.deltaward.protocol.Protocol
import io.deltaward.streams.StreamEffects
import io.deltaward.tables.{DeltaOpens, TableAtVersion, TableName, TableReader, TimeTravel}

/**
 * A row of `EXPLAIN DROP FEATURE`: one step, in order.
 *
 * @param step             number of the step, from 1
 * @param action           `DISABLE`, `REWRITE`, `CLEAN`, `CHECKPOINT`, `WAIT`, `TRUNCATE` or `DROP`; `REFUSE` if the
 *                         statement would change nothing
 * @param statement        statement that runs the step; for `REFUSE`, the statement to run first, or `None` if no statement
 *                         helps
 * @param commits          number of commits that the step makes; `None` if unknown
 * @param files            number of data files that the step rewrites
 * @param bytes            size in bytes of the data files that the step rewrites
 * @param firstVersionLost first version that time travel loses; `None` if it loses none
 * @param lastVersionLost  last version that time travel loses; `None` if it loses none
 * @param earliest         earliest time at which the step can run; `None` if it can run at once, and for a wait that never
 *                         ends
 * @param errorCondition   error condition with which the statement ends at this step; `None` if it continues. It comes from
 *                         Delta, or from a commit rule that refuses the last commit of the statement
 * @param gainingRead      clients, at their newest known version, that can read the table only after the step, as
 *                         `client version (access path)`
 * @param losingRead       clients, at their newest known version, that may no longer be able to read the table, as
 *                         `client version (access path)`
 * @param streams          effect on running streams that read or write the table, and what helps if they fail. `None` for a
 *                         step without a commit
 */
final case class DropStepRow(
    step: Int,
    action: String,
    description: String,
    statement: Option[String],
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
    streams: Option[String]
)

object DropStepRow {
  private[commands] val schema: StructType = Rows.schema[DropStepRow]
}

/**
 * `EXPLAIN DROP FEATURE feature FOR table [TRUNCATE HISTORY]`: returns a [[DropStepRow]] for each step that `ALTER TABLE ...
 * DROP FEATURE` would take on this table now (rules D1 to D8). It asks Delta's own code, and writes nothing.
 *
 * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_FEATURE`, `DELTAWARD_FILES_MISSING`, or an error
 *                                                        about the table's name
 */
final case class ExplainDropFeature(table: TableName, feature: String, truncatesHistory: Boolean)
    extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(DropStepRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val at = new TableReader(session).read(table, TimeTravel.Latest)
    val plan = DeltaOpens.orRefused(session, table) {
      new DropPlans(session, at).plan(feature, truncatesHistory)
    }
    val first = plan.steps.indexWhere(_.mayCommit)
    plan.steps.zipWithIndex.map { case (step, i) =>
      val lower = plan.after.filter(_ => step.action == DropAction.Drop)
      // Streams notice only the first commit. The other commits clean up.
      val effects =
        if (i == first) StreamEffects.ofDrop(feature, at.table) else StreamEffects.none
      row(plan, i + 1, step, lower.map(changes(session, at, _)))
        .copy(streams = Option.when(step.mayCommit)(effects.text))
    }
  }

  private def changes(session: SparkSession, at: TableAtVersion, lower: Protocol): ClientChanges =
    ClientChanges.between(session, at.table, at.table.copy(protocol = lower))

  private def row(
      plan: DropPlan,
      number: Int,
      step: DropStep,
      clients: Option[ClientChanges]
  ): DropStepRow = DropStepRow(
    step = number,
    action = step.action.toString,
    description = step.description,
    statement = if (step.action == DropAction.Refuse) step.statement else Some(plan.statement),
    commits = step.commits,
    files = step.files,
    bytes = step.bytes,
    firstVersionLost = step.lost.map(_.first),
    lastVersionLost = step.lost.map(_.last),
    earliest = step.earliest.map(new Timestamp(_)),
    errorCondition = step.condition,
    gainingRead = clients.toSeq.flatMap(_.gaining(Access.Read)),
    gainingWrite = clients.toSeq.flatMap(_.gaining(Access.Write)),
    losingRead = clients.toSeq.flatMap(_.losing(Access.Read)),
    losingWrite = clients.toSeq.flatMap(_.losing(Access.Write)),
    streams = None
  )
}
