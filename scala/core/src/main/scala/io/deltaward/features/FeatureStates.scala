package io.deltaward.features

import io.deltaward.protocol.Features

/**
 * The state of every feature in one table version (rule P9).
 *
 * @param all every known feature and every listed one, supported or not, by name
 */
final case class FeatureStates(all: Seq[FeatureState]) {
  private val byName: Map[String, FeatureState] = all.map(s => s.feature.name -> s).toMap

  def get(name: String): Option[FeatureState] = byName.get(name)

  /** Whether the table turns the feature on for new writes; `None` where that cannot be told. */
  def enabled(name: String): Option[Boolean] = get(name).flatMap(_.enabled)

  /** In which way it is used; `None` where there is one way only, or it is not enabled. */
  def way(name: String): Option[String] = get(name).flatMap(_.way)

  /** Whether an expression of the feature is more than what every engine evaluates alike. */
  def holdsOtherSql(name: String): Boolean = way(name).contains(PlainSql.Other)

  /** As if every supported feature that may be turned on, and of whose use nothing is known, were used. */
  def assumingUse: FeatureStates = FeatureStates(all.map {
    case s if s.supported && s.used.isEmpty && !s.enabled.contains(false) =>
      s.copy(used = Some(true))
    case s => s
  })

  /** The features that the table supports or enables, and of whose use only a scan of files and log tells. */
  def wantingScan: Set[String] = all
    .filter(s => s.scanTells && (s.supported || s.enabled.contains(true)))
    .map(_.feature.name)
    .toSet

  /** As if nothing used these features any more, and nothing turned them on. */
  def disusing(features: Set[String]): FeatureStates = FeatureStates(all.map { s =>
    if (features(s.feature.name)) s.copy(enabled = Some(false), used = Some(false), way = None)
    else s
  })

  /** Whether the table carries traces of the feature; `None` where that cannot be told. */
  def used(name: String): Option[Boolean] = get(name).flatMap(_.used)
}

object FeatureStates {

  /** Nothing known about any feature: every use is unknown. */
  val unknown: FeatureStates = FeatureStates(Nil)

  /** @param traces what files and log tell */
  def of(table: TableDescriptor, traces: Traces = Traces.unknown): FeatureStates = {
    val supported = table.supported
    val names = Features.all.map(_.name) ++ (supported -- Features.byName.keySet).toSeq.sorted
    val context = SignContext(table.properties, table.schema, traces)
    FeatureStates(names.map { name =>
      val sign = FeatureSigns.of(name)
      val use = sign.used(context)
      FeatureState(
        table.protocol.feature(name),
        supported.contains(name),
        sign.enabled(context),
        use.used,
        use.evidence,
        use.way,
        use.scanTells
      )
    })
  }
}
