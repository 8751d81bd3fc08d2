package io.deltaward.clients

/** Finds the facts about a version among the releases of one access path, oldest first. */
private[clients] object VersionMatch {

  def find(client: String, path: String, releases: Seq[Release], version: String): Release = {
    val wanted = VersionLabel(version)
    def unknown(reason: String): Release = Release.unknown(client, version, path, reason)
    def label(release: Release): VersionLabel = VersionLabel(release.version)
    val older = releases.lastIndexWhere(label(_).isBefore(wanted))
    val newer = releases.indexWhere(r => wanted.isBefore(label(r)))
    releases.reverseIterator.find(label(_).matches(wanted)) match {
      case Some(exact) => exact
      case None if releases.exists(label(_).overlaps(wanted)) =>
        val within = releases.filter(label(_).overlaps(wanted)).map(_.version).mkString(", ")
        unknown(s"$client $version is a range, and of it only $within is known: name a version")
      case None if older < 0 && newer < 0 =>
        unknown(s"$client $version cannot be placed among the known versions")
      case None if newer < 0 =>
        unknown(s"$client $version is newer than ${releases(older).version}, the newest known")
      case None if older < 0 =>
        unknown(s"$client $version is older than ${releases(newer).version}, the oldest known")
      case None => between(releases.slice(older, newer + 1), version)
    }
  }

  /** Infers a release from `neighbours`, with the support on which they all agree. Each table is judged by all of them. */
  private def between(neighbours: Seq[Release], version: String): Release = {
    val (first, last) = (neighbours.head, neighbours.last)
    def agreed(side: Release => Support): Support =
      if (neighbours.map(side(_).facts).distinct.sizeIs == 1) side(first)
      else
        Support.NoEvidence(
          s"${first.client} $version is not known, and ${first.version} and ${last.version} differ"
        )
    Release(
      first.client,
      version,
      first.accessPath,
      agreed(_.read),
      agreed(_.write),
      Option.when(neighbours.exists(_.evidence.isDefined))(Evidence.Inferred),
      neighbours.flatMap(_.verifiedAt).minByOption(_.toEpochDay),
      s"inferred from ${first.version} and ${last.version}" +:
        neighbours.flatMap(_.sources).distinct,
      neighbours
    )
  }
}
