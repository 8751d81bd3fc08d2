package io.deltaward.rules

import io.deltaward.clients.ClientRegistry
import io.deltaward.features.TableDescriptor
import io.deltaward.policy._
import io.deltaward.text.Stray

/**
 * Settings of a cluster and one of its sessions for the rules on all tables. A task can receive them and apply them to the
 * tables that it finds.
 *
 * @param cluster settings of the cluster, by the table property with the same meaning
 * @param session settings that the session itself has set, by the table property with the same meaning
 * @param file    the cluster's policies file, if it has one
 */
final case class RuleLayers(
    cluster: Map[String, String],
    session: Map[String, String],
    locked: Boolean,
    file: Option[Either[PoliciesFileProblem, PoliciesFile]]
) {

  /**
   * Returns the rules for one table.
   *
   * @param place names and locations by which the file can match the table; evaluated only if there is a file
   */
  def rulesAt(place: => TablePlace, properties: Map[String, String]): TableRules =
    new TableRules(this, valuesAt(place), properties)

  private def valuesAt(place: => TablePlace): Map[String, Decided[String]] = file match {
    case None => Map.empty
    case Some(Right(read)) => read.policiesAt(place)
    // An empty text names no mode and counts as enforce: a file that can be read cannot be stricter.
    case Some(Left(problem)) =>
      CommitRule.names.map { rule =>
        CommitRule.propertyKey(rule) -> Decided[String]("", Source.File(problem.path, 1))
      }.toMap
  }

  /** Returns why the policies file cannot be used, if so. */
  def unread(registry: => ClientRegistry): Option[PoliciesFileProblem] =
    file.flatMap(_.fold(problem => Some(problem.withClients(registry)), _.problems(registry)))
}

/** Settings of cluster, file, session and the table itself for the rules on one table. */
final class TableRules(
    layers: RuleLayers,
    file: Map[String, Decided[String]],
    properties: Map[String, String]
) {

  /** Returns the mode of a rule and its source. A text that names no mode counts as enforce. */
  def mode(rule: String): Decided[Mode] = {
    def parsed(text: String): Mode = Mode.parse(text).getOrElse(Mode.Enforce)
    val key = CommitRule.propertyKey(rule)
    ModeSettings(
      cluster = layers.cluster.get(key).map(parsed),
      file = file.get(key).map(text => Decided(parsed(text.value), text.source)),
      session = layers.session.get(key).map(parsed),
      table = properties.get(key),
      locked = layers.locked
    ).effective
  }

  /** Returns the texts of one policy that are in force, and their sources. */
  def texts(key: String): Seq[Decided[String]] =
    PolicySettings(
      layers.cluster.get(key),
      file.get(key),
      layers.session.get(key),
      properties.get(key),
      layers.locked
    ).effective

  def policies(registry: => ClientRegistry, strays: Seq[Stray] = Nil): Policies = new Policies(
    texts(Policies.RequiredClients).map(_.value),
    texts(Policies.AllowedFeatures).map(_.value),
    registry,
    strays,
    layers.unread(registry),
    Policies.keys.map(key => key -> texts(key).map(_.source.keyOf(key))).toMap
  )

  /**
   * Returns how the table violates the policies whose rules run, with one short text for each violation. If the policies
   * file cannot be used, returns that problem alone.
   */
  def violations(table: TableDescriptor, registry: => ClientRegistry): Seq[String] = {
    def runs(rule: String): Boolean = mode(rule).value != Mode.Off
    val held = policies(registry)
    held.unreadFile match {
      case Some(problem) => Seq(s"policies: ${problem.text}")
      case None =>
        (if (runs(RequiredClientsRule.Name)) Violations.ofClients(table, held) else Nil) ++
          (if (runs(AllowedFeaturesRule.Name)) Violations.ofFeatures(table, held) else Nil)
    }
  }
}
