package io.deltaward.commands

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Access, Client, Release}
import io.deltaward.files.{ClientCatalog, ClientChoice}

/**
 * The clients and releases that a statement asks about.
 *
 * @param choices        clients that the statement names; all of the registry if it names none
 * @param allVersions    whether to include every known version, not only the newest
 * @param allAccessPaths whether to include access paths that offer neither reading nor writing, if no client is named
 */
final case class ChosenReleases(
    choices: Seq[ClientChoice],
    allVersions: Boolean,
    allAccessPaths: Boolean
) {

  /**
   * Returns the chosen releases with their clients.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_CLIENT`, `DELTAWARD_INVALID_CLIENTS_FILE`
   */
  def choose(session: SparkSession): Seq[(Client, Release)] = {
    val registry = ClientCatalog.forSession(session)
    val chosen =
      if (choices.isEmpty)
        for {
          client <- registry.clients
          release <- releases(client, None)
          if allAccessPaths || !Access.all.forall(release.neverDoes)
        } yield client -> release
      else
        for {
          choice <- choices
          client = ClientCatalog.client(registry, choice)
          release <- releases(client, choice.version).filter(choice.includes)
        } yield client -> release
    chosen.distinct
  }

  private def releases(client: Client, version: Option[String]): Seq[Release] = version match {
    case Some(version) => client.releasesAt(version)
    case None if allVersions && client.releases.nonEmpty => client.releases
    case None => client.newest
  }
}
