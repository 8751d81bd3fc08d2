package io.deltaward.protocol

/**
 * Every table feature that PROTOCOL.md, its RFCs and Delta 4.4.0 name. Any other name still gets a [[Feature]], with
 * status unknown.
 */
object Features {

  val all: Seq[Feature] = ReleasedFeatures.rows ++ PreviewFeatures.rows ++ ProposedFeatures.rows

  val byName: Map[String, Feature] = all.map(f => f.name -> f).toMap

  /** The features that legacy versions imply (rule P3), with these versions. */
  val legacy: Seq[(Feature, LegacyVersions)] = all.flatMap(f => f.legacy.map(f -> _))

  /**
   * Returns the names of the features whose kind or legacy versions differ from their rows here.
   *
   * @param features features as another source defines them
   */
  def knownOtherwise(features: Iterable[Feature]): Set[String] =
    features
      .filter(f => byName.get(f.name).exists(row => row.kind != f.kind || row.legacy != f.legacy))
      .map(_.name)
      .toSet

  /** Returns the names among `names` whose features require `name`. */
  def dependents(name: String, names: Set[String]): Set[String] =
    names.filter(other => byName.get(other).exists(_.requires.contains(name)))

  /** Returns the features and everything that requires them. Each feature follows all those that require it (rule D6). */
  def dropOrder(features: Set[String], supported: Set[String]): Seq[String] = {
    def withDependents(name: String): Seq[String] =
      dependents(name, supported).toSeq.sorted.flatMap(withDependents) :+ name
    features.toSeq.sorted.flatMap(withDependents).distinct
  }
}
