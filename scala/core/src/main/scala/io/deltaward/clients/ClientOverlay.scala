package io.deltaward.clients

/** Puts a user's entry for a client over the one below it. */
private[clients] object ClientOverlay {

  def merge(under: Client, over: Client): Client = over.copy(
    aliases = (under.aliases ++ over.aliases).distinct,
    featuresOutsideProtocol = under.featuresOutsideProtocol ++ over.featuresOutsideProtocol,
    releases = over.releases.foldLeft(under.releases)(put)
  )

  private def put(releases: Seq[Release], own: Release): Seq[Release] = {
    val label = VersionLabel(own.version)
    def samePath(other: Release): Boolean = other.accessPath == own.accessPath
    def overlaps(other: Release): Boolean = {
      val theirs = VersionLabel(other.version)
      theirs.matches(label) || label.matches(theirs)
    }
    val rest = releases.filterNot(r => samePath(r) && overlaps(r))
    val place = rest.indexWhere(r => samePath(r) && label.isBefore(VersionLabel(r.version)))
    if (place < 0) rest :+ own else rest.patch(place, Seq(own), 0)
  }
}
