package io.deltaward.clients

/**
 * A client of the registry.
 *
 * @param id                      name that users type
 * @param aliases                 other names that users type
 * @param unknownFeatureOnRead    what users see when the client reads a table with a feature that it does not know
 * @param unknownFeatureOnWrite   what users see when the client writes a table with a feature that it does not know
 * @param featuresOutsideProtocol feature names in the releases that no Delta specification has
 * @param releases                releases, oldest first within an access path
 */
final case class Client(
    id: String,
    name: String,
    aliases: Seq[String],
    unknownFeatureOnRead: String,
    unknownFeatureOnWrite: String,
    featuresOutsideProtocol: Set[String],
    releases: Seq[Release]
) {

  /** Returns the access paths, in the registry's order. */
  def accessPaths: Seq[String] = releases.map(_.accessPath).distinct

  def releasesOn(accessPath: String): Seq[Release] = releases.filter(_.accessPath == accessPath)

  /**
   * Returns the newest known release of each access path. If nothing is known of the client, returns one release
   * without evidence.
   */
  def newest: Seq[Release] =
    if (releases.isEmpty)
      Seq(Release.unknown(id, "", "", s"nothing is known about any version of $id"))
    else accessPaths.map(releasesOn(_).last)

  /**
   * Returns one release per access path for a version: the exact entry, if there is one. For a version between known
   * ones, returns a release with the support on which they agree. For any other, returns one without evidence, and why.
   */
  def releasesAt(version: String): Seq[Release] =
    if (releases.isEmpty)
      newest.map(_.copy(version = version))
    else accessPaths.map(path => VersionMatch.find(id, path, releasesOn(path), version))
}
