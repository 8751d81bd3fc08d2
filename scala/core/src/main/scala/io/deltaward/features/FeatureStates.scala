package io.deltaward.features

import io.deltaward.protocol.Features

/**
 * The state of every feature in one table version (rule P9), and the table's shape.
 *
 * @param all   every known feature and every listed one, supported or not, by name
 * @param shape `None` where the schema cannot be read
 */
final case class FeatureStates(all: Seq[FeatureState], shape: Option[TableShape] = None) {
  private val byName: Map[String, FeatureState] = all.map(s => s.feature.name -> s).toMap

  def get(name: String): Option[FeatureState] = byName.get(name)

  /** Whether the table turns the feature on for new writes; `None` where that cannot be told. */
  def enabled(name: String): Option[Boolean] = get(name).flatMap(_.enabled)

  /** In which way it is used; `None` where there is one way only, or it is not enabled. */
  def way(name: String): Option[String] = get(name).flatMap(_.way)

  /** Whether an expression of the feature is more than what every engine evaluates alike. */
  def holdsOtherSql(name: String): Boolean = way(name).contains(PlainSql.Other)

  /**
   * Whether something is so in the table; `None` where that cannot be told.
   *
   * @param fact a sign of [[TableShape]]; or a feature that is supported, with a colon and `enabled`, `disabled`, `used` or a
   *             way of using it for one that is in that state, too
   */
  def holds(fact: String): Option[Boolean] =
    if (TableShape.isSign(fact)) shape.map(_.signs(fact))
    else if (all.isEmpty) None
    else {
      val (name, state) = fact.span(_ != ':')
      get(name).filter(_.supported).fold(Option(false)) { feature =>
        state.drop(1) match {
          case "" => Some(true)
          case "enabled" => feature.enabled
          case "used" => feature.used
          case "disabled" => feature.enabled.map(!_)
          case way => Some(feature.way.contains(way))
        }
      }
    }

  /** As if every supported feature that may be turned on, and of whose use nothing is known, were used. */
  def assumingUse: FeatureStates = copy(all = all.map {
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
  def disusing(features: Set[String]): FeatureStates = copy(all = all.map { s =>
    if (features(s.feature.name)) s.copy(enabled = Some(false), used = Some(false), way = None)
    else s
  })

  /** As if these features were turned on and used. */
  def using(features: Set[String]): FeatureStates = copy(all = all.map { s =>
    if (features(s.feature.name)) s.copy(enabled = Some(true), used = Some(true)) else s
  })

  /** As if the table supported these features and no others: of one that it loses, nothing is left. */
  def supporting(features: Set[String]): FeatureStates = {
    val lost = all.filter(_.supported).map(_.feature.name).toSet -- features
    val left = disusing(lost)
    left.copy(all = left.all.map(s => s.copy(supported = features(s.feature.name))))
  }

  /** Whether the table carries traces of the feature; `None` where that cannot be told. */
  def used(name: String): Option[Boolean] = get(name).flatMap(_.used)
}

object FeatureStates {

  /** The ways of using a feature that are told apart; none where there is one way only. */
  def waysOf(feature: String): Set[String] = FeatureSigns.of(feature).ways

  /** Nothing known about any feature: every use is unknown. */
  val unknown: FeatureStates = FeatureStates(Nil)

  /** @param traces what files and log tell */
  def of(table: TableDescriptor, traces: Traces = Traces.unknown): FeatureStates = {
    val supported = table.supported
    val names = Features.all.map(_.name) ++ (supported -- Features.byName.keySet).toSeq.sorted
    val context = SignContext(table.properties, table.schema, traces)
    val states = names.map { name =>
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
    }
    FeatureStates(states, table.schema.map(TableShape.of(_, table.partitionColumns)))
  }
}
