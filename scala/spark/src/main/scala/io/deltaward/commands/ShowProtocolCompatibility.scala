package io.deltaward.commands

import java.time.LocalDate

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.{Client, Fixes, Release, Verdicts}
import io.deltaward.errors.Errors
import io.deltaward.sql.{ClientChoice, TableName, TimeTravel}
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/**
 * A row of `SHOW PROTOCOL COMPATIBILITY`: one client, version and access path.
 *
 * @param tableName        the catalog name; null for a path
 * @param version          the version of the table that was judged
 * @param accessPath       which way the client goes to the table; some have several, with different rules
 * @param readVerdict      OK, BLOCKED, SILENTLY_WRONG, DEGRADED or UNKNOWN
 * @param writeVerdict     the same, for writing
 * @param blockingFeatures the features behind a verdict other than OK, sorted
 * @param fix              a statement that would help; null where nothing needs help or nothing is known to
 * @param evidence         observed, source or documentation; null where nothing is known
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
 * `SHOW PROTOCOL COMPATIBILITY [FOR | IN] table [VERSION AS OF n | TIMESTAMP AS OF t] [FOR CLIENT 'name' ['version']]
 * [ALL VERSIONS] [INSPECT LOG]`: a [[CompatibilityRow]] for the newest known version of every client, or for the one that
 * is named.
 */
final case class ShowProtocolCompatibility(
    table: TableName,
    travel: TimeTravel,
    choice: Option[ClientChoice],
    allVersions: Boolean,
    inspectLog: Boolean
) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(CompatibilityRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val registry = ClientCatalog.of(session)
    val clients = choice.fold(registry.clients)(c => Seq(ClientCatalog.client(registry, c.name)))
    val chosen = clients.flatMap(releases)
    val reader = new TableReader(session)
    val at = if (inspectLog) reader.inspect(table, travel) else reader.read(table, travel)
    val judged = reader.judged(at, chosen)
    chosen.map(row(judged, _))
  }

  private def fixes = new Fixes(DeltaFeatures.running)

  private def releases(client: Client): Seq[Release] =
    choice.flatMap(_.version) match {
      case Some(version) => client.at(version)
      case None if allVersions && client.releases.nonEmpty => client.releases
      case None => client.newest
    }

  private def row(judged: TableAt, release: Release): CompatibilityRow = {
    val verdict =
      Verdicts.judge(judged.state.protocol, judged.features, release, judged.problems)
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
      fix = fix(judged, release),
      evidence = verdict.evidence.map(_.toString),
      verifiedAt = verdict.verifiedAt,
      errorCondition = judged.protocolProblems.headOption.map(Errors.conditionOf),
      logRead = judged.logRead
    )
  }

  /** None on a table with problems: what helps against those comes first. */
  private def fix(judged: TableAt, release: Release): Option[String] =
    if (judged.problems.nonEmpty) None
    else
      fixes.of(judged.state.protocol, judged.features, release)
        .map(_.sql(judged.location.quoted))
}
