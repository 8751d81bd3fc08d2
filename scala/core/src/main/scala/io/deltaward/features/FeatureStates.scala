package io.deltaward.features

import io.deltaward.protocol.Features

/**
 * The state of every feature in one table version (rule P9), and the table's shape.
 *
 * @param all   every known feature and every listed one, supported or not, by name
 * @param shape the table's shape; `None` if the schema cannot be read
 */
final case class FeatureStates(all: Seq[FeatureState], shape: Option[TableShape] = None) {
  private val byName: Map[String, FeatureState] = all.map(s => s.feature.name -> s).toMap

  def get(name: String): Option[FeatureState] = byName.get(name)

  /** Adds what the table's location tells, from its decoded path. */
  def at(location: String): FeatureStates = copy(shape = shape.map(_.at(location)))

  /** Adds what traces tell of the table's files. Without them, the files have no signs. */
  def withFiles(traces: Traces): FeatureStates = copy(shape = shape.map(_.withFiles(traces)))

  /** Checks whether the table turns the feature on for new writes; `None` if unknown. */
  def enabled(name: String): Option[Boolean] = get(name).flatMap(_.enabled)

  /** Returns the way of using the feature; `None` if it has only one way, is not enabled, or has only plain expressions. */
  def way(name: String): Option[String] = get(name).flatMap(_.way)

  /** Checks whether the feature has an expression that not every engine evaluates alike. */
  def holdsOtherSql(name: String): Boolean = way(name).contains(PlainSql.Other)

  /**
   * Checks whether a fact is true of the table; `None` if unknown.
   *
   * @param fact a sign of [[TableShape]], or the name of a supported feature. A colon and a state may follow the name:
   *             `enabled`, `disabled`, `used`, or a way of use
   */
  def holds(fact: String): Option[Boolean] =
    if (TableShape.isSign(fact)) shape.flatMap(_.has(fact))
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

  /** Returns the states as if supported features of unknown use were used, unless they are turned off. */
  def assumingUse: FeatureStates = copy(all = all.map {
    case s if s.supported && s.used.isEmpty && !s.enabled.contains(false) =>
      s.copy(used = Some(true))
    case s => s
  })

  /** Returns the supported or enabled features whose use only a scan of files and log can tell. */
  def wantingScan: Set[String] = all
    .filter(s => s.scanTells && (s.supported || s.enabled.contains(true)))
    .map(_.feature.name)
    .toSet

  /** Returns the states as if nothing used these features any more, and nothing turned them on. */
  def disusing(features: Set[String]): FeatureStates = FeatureStates(
    all.map { s =>
      if (features(s.feature.name)) s.copy(enabled = Some(false), used = Some(false), way = None)
      else s
    },
    if (features("columnMapping")) shape.map(_.unmapped) else shape
  )

  /** Returns the states as if these features were turned on and used. */
  def using(features: Set[String]): FeatureStates = copy(all = all.map { s =>
    if (features(s.feature.name)) s.copy(enabled = Some(true), used = Some(true)) else s
  })

  /** Returns the states as if the table supported exactly these features. A feature that it loses leaves no traces. */
  def supporting(features: Set[String]): FeatureStates = {
    val lost = all.filter(_.supported).map(_.feature.name).toSet -- features
    val left = disusing(lost)
    left.copy(all = left.all.map(s => s.copy(supported = features(s.feature.name))))
  }

  /** Checks whether the table has traces of the feature; `None` if unknown. */
  def used(name: String): Option[Boolean] = get(name).flatMap(_.used)
}

object FeatureStates {

  /** Returns the ways of using a feature that are told apart; none if there is only one way. */
  def waysOf(feature: String): Set[String] = FeatureSigns.forFeature(feature).ways

  /** The states if nothing is known about any feature. */
  val unknown: FeatureStates = FeatureStates(Nil)

  /** @param traces traces of the features in files and log */
  def forTable(table: TableDescriptor, traces: Traces = Traces.unknown): FeatureStates = {
    val supported = table.supported
    val names = Features.all.map(_.name) ++ (supported -- Features.byName.keySet).toSeq.sorted
    val context = SignContext(table.properties, table.schema, traces)
    val states = names.map { name =>
      val sign = FeatureSigns.forFeature(name)
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
    FeatureStates(states, table.schema.map(TableShape.fromSchema(_, table.partitionColumns)))
  }
}
