package io.deltaward.protocol

/**
 * One table feature, as a row of data.
 *
 * @param name     exact name in the log, in camelCase
 * @param legacy   legacy versions that imply the feature; `None` for features that only feature lists can name
 * @param requires names of the features that must be supported along with it
 * @param source   origin of the row: a section of PROTOCOL.md, an RFC, or a client's source
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

  /** Returns a feature with status unknown. Tables that list an unknown name can still be judged. */
  def unknown(name: String, kind: FeatureKind): Feature =
    Feature(name, kind, FeatureStatus.Unknown, None, Set.empty, "not known to this version")
}
