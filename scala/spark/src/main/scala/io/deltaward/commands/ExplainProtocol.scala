package io.deltaward.commands

import java.time.Instant

import org.apache.spark.sql.catalyst.analysis.ResolvedTable
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{
  LogicalPlan,
  SetTableProperties,
  UnsetTableProperties
}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.Access
import io.deltaward.drops.DropStep
import io.deltaward.drops.plans.{ClientChanges, DropEnding, DropPlans}
import io.deltaward.errors.{ErrorCondition, Errors, LogAccess}
import io.deltaward.features.Cause
import io.deltaward.guard.{CommitGuard, KernelWrites, RuleSettings}
import io.deltaward.protocol.AskedVersions
import io.deltaward.rules.Commit
import io.deltaward.streams.StreamEffects
import io.deltaward.tables.{TableReader, TimeTravel}
import org.apache.spark.sql.delta.deltaward.{DryRun, PropertyInquiry, UnreadableProperties}

/**
 * The row of `EXPLAIN PROTOCOL`.
 *
 * @param operation         Delta's name of the operation; `None` if the statement would commit nothing
 * @param version           first version that the statement would write
 * @param featuresAdded     features that the statement would add, sorted; for a new table, all that it would support
 * @param featuresRemoved   features that the statement would remove, sorted
 * @param fromReaderVersion `minReaderVersion` before the statement; `None` if the table does not exist yet
 * @param cause             cause of each feature in `featuresAdded`, in the same order: `property`, `sessionDefault`,
 *                          `schema`, `dependency`, `newTable` or `explicit`
 * @param causeDetail       cause of each feature in `featuresAdded`, in the same order, in words
 * @param losingRead        clients, at their newest known version, that may no longer be able to read the table, as
 *                          `client version (access path)`
 * @param losingWrite       clients, at their newest known version, that may no longer be able to write the table, as
 *                          `client version (access path)`
 * @param streams           effect on running streams that read or write the table and set no options such as
 *                          `skipChangeCommits`. `None` for a new table, and if nothing would be committed
 * @param refusedBy         error condition with which a commit rule would refuse the statement, or Delta would end a drop
 *                          that has to wait. `None` if there is none
 * @param refusal           message of the error in `refusedBy`; `None` if there is none
 * @param notes             one sentence for each requested protocol version that has no effect (rule P6):
 *                          `delta.minReaderVersion` and `delta.minWriterVersion` neither lower a protocol nor keep it from
 *                          rising
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
    streams: Option[String],
    refusedBy: Option[String],
    refusal: Option[String],
    notes: Seq[String]
)

object ExplainProtocolRow {
  private[commands] val schema: StructType = Rows.schema[ExplainProtocolRow]
}

/**
 * `EXPLAIN PROTOCOL statement`: returns one [[ExplainProtocolRow]]. It accepts the statements that can add or remove
 * features. These are `ALTER TABLE` with `SET | UNSET TBLPROPERTIES`, a change of columns, `CLUSTER BY`, `ADD | DROP
 * CONSTRAINT` and `DROP FEATURE`. They are also `CREATE TABLE` and `REPLACE TABLE`, with or without `AS SELECT`, `INSERT`
 * and `MERGE`. Delta itself prepares the commit. Nothing is written, and the rows of a query are not read.
 *
 * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_CANNOT_EXPLAIN`, `DELTAWARD_TABLE_NOT_READABLE` if the
 *                                                        log must not be read, `DELTAWARD_UNKNOWN_FEATURE`, or an error
 *                                                        about the table's name
 * @throws Exception the statement's own errors
 */
final case class ExplainProtocol(statement: LogicalPlan) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ExplainProtocolRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val planned = new PlannedStatement(session)
    UnreadableProperties.findIn(planned.propertiesOf(statement)).headOption
      .foreach(found => throw Errors.cannotExplain(s"$found, so the statement would fail"))
    val row = LogAccess.reading(planned.nameOf(statement)) {
      planned.analyze(statement) match {
        case Planned.Changes => foreseen(session, changeOf(session), changesRows = false)
        case Planned.Replaces => foreseen(session, changeOf(session), changesRows = true)
        case Planned.Rows(operation, changesRows) =>
          foreseen(session, beforeRows(session, operation), changesRows)
        case drop: Planned.Drop => dropped(session, drop)
      }
    }
    val notes = for {
      reader <- row.toReaderVersion.toSeq
      writer <- row.toWriterVersion.toSeq
      note <- AskedVersions.unheeded(planned.propertiesOf(statement), reader, writer)
    } yield note
    Seq(row.copy(notes = notes))
  }

  private def foreseen(
      session: SparkSession,
      commit: Option[Commit],
      changesRows: Boolean
  ): ExplainProtocolRow = commit.fold(ExplainProtocol.nothing) { commit =>
    val effects = commit.before.map(StreamEffects.compare(_, commit.after))
    ExplainProtocol.row(session, commit)
      .copy(streams = effects.map(of => (if (changesRows) of.changingRows else of).text))
  }

  private def changeOf(session: SparkSession): Option[Commit] =
    lastCommit(session.sessionState.executePlan(statement))

  private def lastCommit(execution: QueryExecution): Option[Commit] =
    DryRun.commitOf(execution.commandExecuted).map { first =>
      val last = execution.analyzed match {
        case SetTableProperties(Delta(table), properties) =>
          PropertyInquiry.lastCommitOfSet(table, properties)
        case UnsetTableProperties(Delta(table), keys, _) =>
          PropertyInquiry.lastCommitOfUnset(table, keys)
        case _ => None
      }
      last.getOrElse(first)
    }

  private object Delta {
    def unapply(plan: LogicalPlan): Option[DeltaTableV2] = plan match {
      case ResolvedTable(_, _, table: DeltaTableV2, _) => Some(table)
      case _ => None
    }
  }

  private def beforeRows(session: SparkSession, operation: String): Option[Commit] = {
    val execution = session.sessionState.executePlan(statement)
    KernelWrites.findIn(execution.analyzed).foreach { table =>
      throw Errors.cannotExplain(s"Delta would write $table with Delta Kernel")
    }
    DryRun.beforeRows(operation)(execution.commandExecuted)
  }

  /** Explains a drop. Delta does it in many commits, and the last one lowers the protocol. */
  private def dropped(session: SparkSession, drop: Planned.Drop): ExplainProtocolRow = {
    val at = new TableReader(session).read(drop.table, TimeTravel.Latest)
    new DropPlans(session, at).ending(drop.feature, drop.truncatesHistory) match {
      // Delta refuses before its first commit. Running the statement raises Delta's own error.
      case None => foreseen(session, changeOf(session), changesRows = false)
      case Some(ending) =>
        ExplainProtocol.ended(session, ending).copy(
          version = Some(at.state.version + 1),
          streams = Some(StreamEffects.ofDrop(drop.feature, at.table).text)
        )
    }
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
    None,
    None,
    Nil
  )

  /**
   * Returns the row of a drop. A drop that has to wait leaves the protocol unchanged, unless a rule refuses it before it
   * begins.
   */
  private def ended(session: SparkSession, ending: DropEnding): ExplainProtocolRow = {
    val whole = row(session, ending.commit)
    ending.waits.filter(_ => whole.refusedBy.isEmpty).fold(whole) { step =>
      val unchanged =
        ending.commit.copy(after = ending.commit.before.getOrElse(ending.commit.after))
      row(session, unchanged)
        .copy(refusedBy = step.condition, refusal = Some(waiting(step)))
    }
  }

  private def waiting(step: DropStep): String = {
    val when =
      step.earliest.fold("")(at => s" Run it again from ${Instant.ofEpochMilli(at)} on.")
    s"Delta would remove the traces of the feature, and then fail with this error: older versions need the feature.$when"
  }

  private def row(session: SparkSession, commit: Commit): ExplainProtocolRow = {
    val (protocol, refusal) =
      new CommitGuard(RuleSettings.forSession(session), "the table").foresee(commit)
    val after = commit.withProtocol(protocol).after
    val before = commit.before
    val had = before.fold(Set.empty[String])(_.supported)
    val added = (after.supported -- had).toSeq.sorted
    val causes = added.map(Cause.find(_, before, after, commit.defaults))
    val clients = ClientChanges.by(session, commit.copy(after = after))
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
      streams = None,
      refusedBy = refusal.map(ErrorCondition.of(_)),
      refusal = refusal.map(Errors.foreseen),
      notes = Nil
    )
  }
}
