package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.Access
import io.deltaward.conf.RuleSettings
import io.deltaward.errors.LogAccess
import io.deltaward.features.{Cause, TableStates}
import io.deltaward.hook.CommitGuard
import io.deltaward.rules.Commit
import io.deltaward.sql.PlannedStatement
import org.apache.spark.sql.delta.deltaward.DryRun

/**
 * The row of `EXPLAIN PROTOCOL`.
 *
 * @param operation         Delta's name of what the statement does; null where it would commit nothing
 * @param version           the version that it would write
 * @param featuresAdded     sorted; for a new table all that it would support
 * @param featuresRemoved   sorted
 * @param fromReaderVersion null for a table that does not exist yet
 * @param cause             for each of `featuresAdded` property, sessionDefault, schema, dependency, newTable or explicit
 * @param causeDetail       the same, in words
 * @param losingRead        clients, at their newest known version, that would no longer surely read the table, as
 *                          `client version (access path)`
 * @param losingWrite       the same for writing
 * @param refusedBy         the condition under which a commit rule would refuse; null where none would
 * @param refusal           its message
 */
final case class ExplainProtocolRow(
    operation: Option[String],
    version: Option[Long],
    featuresAdded: Seq[String],
    featuresRemoved: Seq[String],
    fromReaderVersion: Option[Int],
    fromWriterVersion: Option[Int],
    toReaderVersion: Option[Int],
    toWriterVersion: Option[Int],
    cause: Seq[String],
    causeDetail: Seq[String],
    losingRead: Seq[String],
    losingWrite: Seq[String],
    refusedBy: Option[String],
    refusal: Option[String]
)

object ExplainProtocolRow {
  private[commands] val schema: StructType = Rows.schema[ExplainProtocolRow]
}

/**
 * `EXPLAIN PROTOCOL statement`, for `ALTER TABLE ... SET | UNSET TBLPROPERTIES`, `ALTER TABLE ... ADD COLUMNS`,
 * `CREATE TABLE` and `REPLACE TABLE`: one [[ExplainProtocolRow]]. Delta itself prepares the commit; nothing is written.
 *
 * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_CANNOT_EXPLAIN`, `DELTAWARD_TABLE_NOT_READABLE`
 *                                                        where the log must not be read, and those of the table's name;
 *                                                        whatever the statement itself fails with
 */
final case class ExplainProtocol(statement: LogicalPlan) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ExplainProtocolRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val planned = new PlannedStatement(session)
    val commit = LogAccess.reading(planned.nameOf(statement)) {
      planned.requireDelta(statement)
      DryRun.commitOf(session.sessionState.executePlan(statement).commandExecuted)
    }
    Seq(commit.fold(ExplainProtocol.nothing)(ExplainProtocol.row(session, _)))
  }
}

object ExplainProtocol {

  private val nothing = ExplainProtocolRow(
    None,
    None,
    Nil,
    Nil,
    None,
    None,
    None,
    None,
    Nil,
    Nil,
    Nil,
    Nil,
    None,
    None
  )

  private def row(session: SparkSession, commit: Commit): ExplainProtocolRow = {
    val (protocol, refusal) =
      new CommitGuard(RuleSettings.of(session), "the table").foresee(commit)
    val after = commit.withProtocol(protocol).after.table
    val before = commit.before.map(_.table)
    val had = before.fold(Set.empty[String])(_.supported)
    val added = (after.supported -- had).toSeq.sorted
    val causes = added.map(Cause.of(_, before, after, commit.defaults))
    val clients = new ClientChanges(session, before.getOrElse(TableStates.empty), after)
    ExplainProtocolRow(
      operation = Some(commit.operation),
      version = Some(commit.version),
      featuresAdded = added,
      featuresRemoved = (had -- after.supported).toSeq.sorted,
      fromReaderVersion = before.map(_.protocol.minReaderVersion),
      fromWriterVersion = before.map(_.protocol.minWriterVersion),
      toReaderVersion = Some(protocol.minReaderVersion),
      toWriterVersion = Some(protocol.minWriterVersion),
      cause = causes.map(_.kind),
      causeDetail = causes.map(_.text),
      losingRead = clients.losing(Access.Read),
      losingWrite = clients.losing(Access.Write),
      refusedBy = refusal.map(_.getCondition),
      refusal = refusal.map(_.getMessage)
    )
  }
}
