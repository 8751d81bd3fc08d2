package io.deltaward.features

import io.deltaward.protocol.{Features, Protocol}

/**
 * The cause that brought a feature into a protocol.
 *
 * @param kind property, sessionDefault, schema, dependency, newTable or explicit
 * @param text the cause as part of a sentence
 */
sealed abstract class Cause(val kind: String, val text: String) {

  /** Tells how to do without the feature. */
  def advice: String
}

object Cause {

  final case class Property(key: String, value: String)
      extends Cause("property", s"the table property $key = $value") {
    override def advice = s"Leave $key as it was."
  }

  /** A property in the statement that creates the table. */
  final case class GivenProperty(key: String, value: String)
      extends Cause("property", s"the table property $key = $value") {
    override def advice = s"Leave $key out of the statement."
  }

  final case class PropertyOfNewTable(key: String, value: String)
      extends Cause(
        "property",
        s"the table property $key = $value, given in the statement or by a default of the session"
      ) {
    override def advice = s"Set $key in the statement."
  }

  final case class SessionDefault(conf: String, value: String)
      extends Cause("sessionDefault", s"the session's default $conf = $value") {
    override def advice = s"Unset $conf, or set the property in the statement."
  }

  final case class Schema(evidence: String)
      extends Cause("schema", s"what the table holds ($evidence)") {
    override def advice = "Leave out that column, or give it another type."
  }

  final case class Dependency(feature: String)
      extends Cause("dependency", s"$feature, which needs it") {
    override def advice = s"Leave out $feature."
  }

  /** The removal of features that older, still readable versions need. */
  final case class KeptHistory(features: Seq[String])
      extends Cause(
        "dependency",
        s"the removal of ${features.mkString(", ")}, whose history stays readable"
      ) {
    override def advice =
      s"Drop ${features.mkString(", ")} with TRUNCATE HISTORY instead, if you do not need that history."
  }

  case object NewTable extends Cause("newTable", "a default of every new table") {
    override def advice = "It comes with every table."
  }

  case object Explicit extends Cause("explicit", "the statement itself") {
    override def advice = "Leave the feature out of the statement."
  }

  case object ClusterBy extends Cause("explicit", "CLUSTER BY") {
    override def advice = "Leave CLUSTER BY out of the statement."
  }

  private val plain = Protocol(1, 2).supportedFeatures
  private val CheckpointProtection = "checkpointProtection"
  private val Defaults = "spark.databricks.delta.properties.defaults."

  /**
   * @param before   the table without the feature; `None` if it did not exist
   * @param after    the table with the feature
   * @param defaults settings of the session that give new tables their properties
   */
  def find(
      feature: String,
      before: Option[TableDescriptor],
      after: TableDescriptor,
      defaults: Map[String, String]
  ): Cause = {
    def history = before
      .filter(_ => feature == CheckpointProtection)
      .map(_.supported -- after.supported)
      .collect { case gone if gone.nonEmpty => KeptHistory(gone.toSeq.sorted) }
    def setAnew(key: String): Boolean =
      after.properties.get(key) != before.flatMap(_.properties.get(key))
    val property = FeatureSigns.forFeature(feature).keys
      .flatMap(key => after.properties.keys.filter(_.startsWith(key)).toSeq.sorted)
      .find(setAnew)
    def broughtBy(key: String): Cause =
      if (before.isEmpty) GivenProperty(key, after.properties(key))
      else Property(key, after.properties(key))
    val default = property.orElse(Some(s"delta.feature.$feature"))
      .map(key => Defaults + key.stripPrefix("delta."))
      .filter(conf => before.isEmpty && defaults.contains(conf))
      .map(conf => SessionDefault(conf, defaults(conf)))
    def schema = after.states.get(feature)
      .filter(s => s.used.contains(true) && !before.exists(_.states.used(feature).contains(true)))
      .map(s => Schema(s.usedEvidence))
    def dependency = Features.dependents(feature, after.supported)
      .filterNot(d => before.exists(_.supported.contains(d)))
      .minOption
      .map(Dependency.apply)
    def newTable = Option.when(before.isEmpty && plain(feature))(NewTable)
    history.orElse(default).orElse(property.map(broughtBy))
      .orElse(schema).orElse(dependency).orElse(newTable)
      .getOrElse(if (feature == "clustering") ClusterBy else Explicit)
  }
}
