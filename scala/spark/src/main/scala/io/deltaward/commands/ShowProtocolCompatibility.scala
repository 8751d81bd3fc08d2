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
 * @param tableName        the catalog name; null for a path
 * @param version          the version of the table that was judged
 * @param accessPath       which way the client goes to the table; some have several, with different rules
 * @param readVerdict      OK, BLOCKED, SILENTLY_WRONG, HARMS_OTHERS, DEGRADED, UNKNOWN or NOT_OFFERED
 * @param writeVerdict     the same, for writing
 * @param blockingFeatures the features behind a verdict other than OK, sorted
 * @param fix              a statement that would help; null where nothing needs help or nothing is known to
 * @param evidence         observed, source, documentation or inferred; null where nothing is known
 * @param verifiedAt       when the facts were last checked
 * @param errorCondition   the condition under which the protocol is invalid; null for a valid one
 * @param logRead          the files of the log that the row rests on, in words
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
    val chosen = ChosenReleases(choices, allVersions, allAccessPaths).of(session)
    val reader = new TableReader(session)
    val at = if (inspectLog) reader.inspect(table, travel) else reader.read(table, travel)
    val judged = reader.judged(at, chosen.map(_._2))
    val plans = new DropPlans(session, judged)
    val fixes = new Fixes(
      DeltaFeatures.running,
      plans,
      judged.table,
      judged.features
    )
    chosen.map { case (client, release) =>
      val verdict =
        Verdicts.judge(judged.state.protocol, judged.features, release, judged.doubts)
      // A table's problems must be solved first.
      val fix =
        if (judged.problems.nonEmpty) None
        else fixes.of(verdict, release, client.at(release.version))
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
