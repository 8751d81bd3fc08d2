package io.deltaward.clients

/**
 * A client of the registry.
 *
 * @param id                       what users type
 * @param aliases                  what else they type
 * @param unknownFeatureOnRead     what its user sees when it meets a feature it does not know, reading
 * @param unknownFeatureOnWrite    likewise, writing
 * @param featuresOutsideProtocol  names its releases speak of that no Delta specification has
 * @param releases                 oldest first within an access path
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

  /** Each way to a table, in the registry's order. */
  def accessPaths: Seq[String] = releases.map(_.accessPath).distinct

  def of(accessPath: String): Seq[Release] = releases.filter(_.accessPath == accessPath)

  /** The newest known release of each access path; one without evidence for a client of which nothing is known. */
  def newest: Seq[Release] =
    if (releases.isEmpty)
      Seq(Release.unknown(id, "", "", s"nothing is known about any version of $id"))
    else accessPaths.map(of(_).last)

  /**
   * What is known of one version: one release an access path. An exact entry; else, between two known versions, one that
   * does to a table what they both do; else a release without evidence that says why.
   */
  def at(version: String): Seq[Release] =
    if (releases.isEmpty)
      newest.map(_.copy(version = version))
    else accessPaths.map(path => VersionMatch.find(id, path, of(path), version))
}
