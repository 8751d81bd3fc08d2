package io.deltaward.commands

import java.time.LocalDate

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.{ClientVerdict, Verdicts}
import io.deltaward.drops.{Fix, Fixes}
import io.deltaward.drops.plans.{DropPlans, TableCopy}
import io.deltaward.errors.Errors
import io.deltaward.files.ClientChoice
import io.deltaward.tables.{TableAtVersion, TableName, TableReader, TimeTravel}
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/**
 * A row of `SHOW PROTOCOL COMPATIBILITY`: one client, version and access path.
 *
 * @param tableName        name of the table in the catalog; `None` for a path
 * @param version          version of the table to which the verdicts apply
 * @param accessPath       way in which the client accesses the table. A client can have several, with different rules
 * @param readVerdict      verdict for reading: `OK`, `BLOCKED`, `SILENTLY_WRONG`, `DEGRADED`, `UNKNOWN` or `NOT_OFFERED`
 * @param writeVerdict     verdict for writing: `OK`, `BLOCKED`, `SILENTLY_WRONG`, `HARMS_OTHERS`, `DEGRADED`, `UNKNOWN` or
 *                         `NOT_OFFERED`
 * @param blockingFeatures features that cause a verdict other than `OK` or `UNKNOWN`, sorted
 * @param fix              statement that gives the client access; `None` if the client has access, or if no statement is
 *                         known to help
 * @param evidence         kind of evidence for the verdicts: `observed`, `source`, `documentation` or `inferred`; `None` if
 *                         nothing is known
 * @param verifiedAt       date on which the facts about the client were last checked; `None` if nothing is known
 * @param errorCondition   error condition of an invalid protocol; `None` if the protocol is valid
 * @param logRead          files of the log that the row is based on, in words
 */
final case class CompatibilityRow(
    tableName: Option[String],
    location: String,
    version: Long,
    client: String,
    clientVersion: String,
    accessPath: String,
    readVerdict: String,
    writeVerdict: String,
    blockingFeatures: Seq[String],
    reason: String,
    fix: Option[String],
    evidence: Option[String],
    verifiedAt: Option[LocalDate],
    errorCondition: Option[String],
    logRead: String
)

object CompatibilityRow {
  private[commands] val schema: StructType = Rows.schema[CompatibilityRow]
}

/**
 * `SHOW PROTOCOL COMPATIBILITY [FOR | IN] table [VERSION AS OF n | TIMESTAMP AS OF t] [FOR CLIENT 'name' ['version'], ...]
 * [ALL VERSIONS] [ALL ACCESS PATHS] [INSPECT LOG]`: returns a [[CompatibilityRow]] for the newest known version of every
 * client, or of the named clients. Without named clients, it omits access paths that offer neither reading nor writing,
 * except with `ALL ACCESS PATHS`.
 */
final case class ShowProtocolCompatibility(
    table: TableName,
    travel: TimeTravel,
    choices: Seq[ClientChoice],
    allVersions: Boolean,
    allAccessPaths: Boolean,
    inspectLog: Boolean
) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(CompatibilityRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val chosen = ChosenReleases(choices, allVersions, allAccessPaths).choose(session)
    val reader = new TableReader(session)
    val at = if (inspectLog) reader.inspect(table, travel) else reader.read(table, travel)
    val judged = reader.judged(at, chosen.map(_._2))
    val plans = new DropPlans(session, judged)
    val fixes = new Fixes(
      DeltaFeatures.runningIn(session),
      plans,
      judged.table,
      judged.features
    )
    chosen.map { case (client, release) =>
      val verdict =
        Verdicts.judge(judged.state.protocol, judged.features, release, judged.doubts)
      // A table's problems must be solved first. Fixes count on the rules, which keep a drop from breaking the table.
      val fix =
        if (judged.problems.nonEmpty || !CommitRules.areIn(session)) None
        else fixes.find(verdict, release, client.releasesAt(release.version))
      row(judged, verdict, fix.flatMap(sql(session, judged, plans, _)))
    }
  }

  private def row(
      judged: TableAtVersion,
      verdict: ClientVerdict,
      fix: Option[String]
  ): CompatibilityRow =
    CompatibilityRow(
      tableName = judged.location.name,
      location = judged.location.location.toString,
      version = judged.state.version,
      client = verdict.client,
      clientVersion = verdict.clientVersion,
      accessPath = verdict.accessPath,
      readVerdict = verdict.readVerdict.toString,
      writeVerdict = verdict.writeVerdict.toString,
      blockingFeatures = verdict.blockingFeatures,
      reason = verdict.reason,
      fix = fix,
      evidence = verdict.evidence.map(_.toString),
      verifiedAt = verdict.verifiedAt,
      errorCondition = judged.protocolProblems.headOption.map(Errors.conditionOf),
      logRead = judged.logRead
    )

  private def sql(
      session: SparkSession,
      judged: TableAtVersion,
      plans: DropPlans,
      fix: Fix
  ): Option[String] =
    fix match {
      case Fix.Statements(constraints, changes) =>
        val all = plans.keepingClustering(changes)
        Option.when(plans.reclusteringRefusal(all).isEmpty)(
          Fix.Statements(constraints, all).sql(judged.location.quoted)
        )
      case compatible: Fix.MakeCompatible =>
        val all = plans.keepingClustering(compatible.changes)
        Option.when(plans.reclusteringRefusal(all).isEmpty)(
          compatible.sql(judged.location.quoted)
        )
      case Fix.Copy(without) =>
        new TableCopy(session).statement(judged, without)
    }
}
