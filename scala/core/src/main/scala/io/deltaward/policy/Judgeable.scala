package io.deltaward.policy

import io.deltaward.clients._

/**
 * Decides what a policy can require of a client. A client that works with no table has no access to lose: a policy that
 * requires it would let every commit pass.
 */
object Judgeable {

  /** Returns why a policy entry would protect nothing, and what the policy can require of the client instead. */
  def problem(entry: RequiredClient, client: Client): Option[String] =
    entry.accessPath.filterNot(path => client.accessPaths.exists(_.equalsIgnoreCase(path))) match {
      case Some(path) =>
        val ways = client.accessPaths.mkString(", ")
        Some(
          s"${client.id} has no access path '$path'; it has ${if (ways.isEmpty) "none" else ways}"
        )
      case None =>
        val meant = entry.releasesOf(client)
        Access.all
          .filter(entry.access)
          .find(access => !meant.exists(judges(_, access)))
          .map(access => s"${why(entry, client, meant, access)}. ${instead(entry, client)}")
    }

  /** Checks whether the release certainly works with some table. If it does not, it has no access to lose. */
  private[deltaward] def judges(release: Release, access: Access): Boolean =
    PlainTables.works(release, access)

  private def why(
      entry: RequiredClient,
      client: Client,
      meant: Seq[Release],
      access: Access
  ): String = {
    val versions = entry.releases match {
      case Required.Newest => meant.map(_.version).filter(_.nonEmpty).distinct match {
          case Seq() => "in any version"
          case known => s"(${known.mkString(", ")}, the newest known)"
        }
      case Required.Exactly(version) => s"in $version"
      case Required.AtLeast(version) => s"from $version on"
    }
    if (meant.nonEmpty && meant.forall(_.neverDoes(access)))
      s"${client.id} does not $access tables $versions"
    else
      meant.find(PlainTables.harms(_, access)) match {
        case Some(way) =>
          s"${way.qualified} harms others with every table that it ${access}s $versions"
        case None =>
          s"the registry does not know well enough how ${client.id} ${access}s tables $versions"
      }
  }

  private def instead(entry: RequiredClient, client: Client): String = {
    val can = Access.all.flatMap(access => askable(entry, client, access)).map(_.text)
    if (can.isEmpty)
      s"No policy can require ${client.id}, unless a clients file (spark.deltaward.clients.path) adds what is known about it"
    else s"A policy can require: ${can.mkString(", ")}"
  }

  /** Returns entries that can be judged: one for the newest version, or else `>=` entries for older versions. */
  private def askable(
      entry: RequiredClient,
      client: Client,
      access: Access
  ): Seq[RequiredClient] = {
    val newest =
      RequiredClient(client.id, entry.accessPath, Required.Newest, Set(access))
    if (newest.releasesOf(client).exists(judges(_, access))) Seq(newest)
    else {
      val versions = client.releases
        .filter(release => entry.onPath(release) && judges(release, access))
        .map(release => VersionLabel(release.version))
        .flatMap(_.lowest)
        .distinct
        .sortWith((a, b) => VersionLabel(a).isBefore(VersionLabel(b)))
      ends(versions).map(version => newest.copy(releases = Required.AtLeast(version)))
    }
  }

  /** Returns the first and the last entry of a list that is too long to read. */
  private def ends(versions: Seq[String]): Seq[String] =
    if (versions.sizeIs <= 4) versions else Seq(versions.head, versions.last)
}
