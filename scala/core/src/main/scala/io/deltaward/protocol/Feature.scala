package io.deltaward.protocol

/**
 * One table feature, as a row of data.
 *
 * @param name     the name in the log, camelCase, exact
 * @param legacy   set for the features that legacy versions implied before feature lists
 * @param requires names of the features that must be supported along with it
 * @param source   where the row comes from: a section of PROTOCOL.md, an RFC, or a client's source
 */
final case class Feature(
    name: String,
    kind: FeatureKind,
    status: FeatureStatus,
    legacy: Option[LegacyVersions],
    requires: Set[String],
    source: String
) {
  def isLegacy: Boolean = legacy.isDefined
}

object Feature {

  /** A feature nobody here has heard of is a value, not an error: tables that list it can still be judged. */
  def unknown(name: String, kind: FeatureKind): Feature =
    Feature(name, kind, FeatureStatus.Unknown, None, Set.empty, "not known to this version")
}
