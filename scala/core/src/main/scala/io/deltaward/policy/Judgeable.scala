package io.deltaward.policy

import io.deltaward.clients._

/**
 * What a policy can ask of a client. A client that works on no table at all has nothing to lose: a policy that names it
 * would let every commit pass.
 */
object Judgeable {

  /** Why an entry of a policy could protect nothing, and what could be asked of the client instead. */
  def problem(entry: RequiredClient, client: Client): Option[String] =
    entry.accessPath.filterNot(path => client.accessPaths.exists(_.equalsIgnoreCase(path))) match {
      case Some(path) =>
        val ways = client.accessPaths.mkString(", ")
        Some(
          s"${client.id} has no access path '$path'; it has ${if (ways.isEmpty) "none" else ways}"
        )
      case None =>
        val meant = entry.of(client)
        Access.all
          .filter(entry.access)
          .find(access => !meant.exists(judges(_, access)))
          .map(access => s"${why(entry, client, meant, access)}. ${instead(entry, client)}")
    }

  /** Whether it surely does this with some table; of one that does not, nothing can be lost. */
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
          s"the registry does not know enough of how ${client.id} ${access}s tables $versions"
      }
  }

  private def instead(entry: RequiredClient, client: Client): String = {
    val can = Access.all.flatMap(access => askable(entry, client, access)).map(_.text)
    if (can.isEmpty)
      s"Nothing can be asked of ${client.id}, unless spark.deltaward.clients.path tells more of it"
    else s"What can be asked of it: ${can.mkString(", ")}"
  }

  /** With the newest version where that can be judged, else from the versions on that can. */
  private def askable(
      entry: RequiredClient,
      client: Client,
      access: Access
  ): Seq[RequiredClient] = {
    val newest =
      RequiredClient(client.id, entry.accessPath, Required.Newest, Set(access))
    if (newest.of(client).exists(judges(_, access))) Seq(newest)
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

  /** Nobody reads a long list: its first and its last entry are enough. */
  private def ends(versions: Seq[String]): Seq[String] =
    if (versions.sizeIs <= 4) versions else Seq(versions.head, versions.last)
}
