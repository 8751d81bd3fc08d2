package io.deltaward.commands

import java.time.LocalDate

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.util.StringUtils
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.clients.{Client, Release, Support}
import io.deltaward.files.ClientCatalog

/**
 * A row of `SHOW DELTA CLIENTS`: what the registry knows of one version and access path of a client.
 *
 * @param client         name of the client, as written after `FOR CLIENT`
 * @param aliases        other names of the client that `FOR CLIENT` accepts
 * @param readerVersions `minReaderVersion` values that the client can read; `None` if unknown
 * @param readFeatures   reader features that the client can read; `None` if nothing is known
 * @param writerVersions `minWriterVersion` values that the client can write; `None` if unknown
 * @param writeFeatures  features that the client can write; `None` if nothing is known
 * @param evidence       kind of evidence: `observed`, `source` or `documentation`; `None` if nothing is known
 * @param verifiedAt     date on which the facts about the client were last checked; `None` if nothing is known
 * @param stale          whether the facts were last checked more than 90 days ago; `None` if nothing is known
 */
final case class ClientRow(
    client: String,
    name: String,
    aliases: Seq[String],
    clientVersion: String,
    accessPath: String,
    readerVersions: Option[Seq[Int]],
    readFeatures: Option[Seq[String]],
    writerVersions: Option[Seq[Int]],
    writeFeatures: Option[Seq[String]],
    evidence: Option[String],
    verifiedAt: Option[LocalDate],
    stale: Option[Boolean],
    sources: Seq[String]
)

object ClientRow {
  private[commands] val schema: StructType = Rows.schema[ClientRow]

  private[commands] val DaysToStale = 90L
}

/**
 * `SHOW DELTA CLIENTS [LIKE 'pattern']`: returns a [[ClientRow]] for each client, version and access path in the registry.
 */
final case class ShowDeltaClients(pattern: Option[String]) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ClientRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] =
    for {
      client <- ClientCatalog.forSession(session).clients.filter(isAskedFor)
      release <- if (client.releases.isEmpty) client.newest else client.releases
    } yield row(client, release)

  /** Checks whether the pattern matches a name of the client that FOR CLIENT accepts. */
  private def isAskedFor(client: Client): Boolean =
    pattern.forall(StringUtils.filterPattern(client.id +: client.aliases, _).nonEmpty)

  private def row(client: Client, release: Release): ClientRow = {
    val (read, write) = (known(release.read), known(release.write))
    ClientRow(
      client = client.id,
      name = client.name,
      aliases = client.aliases,
      clientVersion = release.version,
      accessPath = release.accessPath,
      readerVersions = read.flatMap(_.versions).map(_.toSeq.sorted),
      readFeatures = read.map(_.features.toSeq.sorted),
      writerVersions = write.flatMap(_.versions).map(_.toSeq.sorted),
      writeFeatures = write.map(_.features.toSeq.sorted),
      evidence = release.evidence.map(_.toString),
      verifiedAt = release.verifiedAt,
      stale = release.verifiedAt.map(_.isBefore(LocalDate.now().minusDays(ClientRow.DaysToStale))),
      sources = release.sources
    )
  }

  private def known(support: Support): Option[Support.Known] = support match {
    case known: Support.Known => Some(known)
    case _: Support.NoEvidence => None
  }
}
