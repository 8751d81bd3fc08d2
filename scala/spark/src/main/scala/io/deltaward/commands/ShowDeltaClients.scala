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
 * @param client         what to write after FOR CLIENT
 * @param aliases        other names that mean the same
 * @param readerVersions the `minReaderVersion` values that it reads; null where nothing is known
 * @param readFeatures   the reader features that it reads; null where nothing is known
 * @param writerVersions the `minWriterVersion` values that it writes; null where nothing is known
 * @param writeFeatures  the features that it writes; null where nothing is known
 * @param evidence       observed, source or documentation; null where nothing is known
 * @param verifiedAt     when the facts were last checked
 * @param stale          whether that is more than 90 days ago; null where nothing is known
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
      client <- ClientCatalog.of(session).clients.filter(isAskedFor)
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
