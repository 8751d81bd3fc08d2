package io.deltaward.rules

import io.deltaward.clients.ClientRegistry
import io.deltaward.features.TableDescriptor
import io.deltaward.policy._
import io.deltaward.text.Stray

/**
 * What a cluster and one of its sessions say to the rules, of all tables. It can be sent to a task, which asks it about the
 * tables that it finds.
 *
 * @param cluster by the table property that means the same
 * @param session the same; what the session has set itself
 * @param file    the cluster's policies file, where it has one
 */
final case class RuleLayers(
    cluster: Map[String, String],
    session: Map[String, String],
    locked: Boolean,
    file: Option[Either[PoliciesFileProblem, PoliciesFile]]
) {

  /**
   * What holds for one table.
   *
   * @param place what the file can know it by; asked for only where there is a file
   */
  def at(place: => TablePlace, properties: Map[String, String]): TableRules =
    new TableRules(this, valuesAt(place), properties)

  private def valuesAt(place: => TablePlace): Map[String, Decided[String]] = file match {
    case None => Map.empty
    case Some(Right(read)) => read.at(place)
    // As a text that names no mode: whatever the file says, it cannot say more.
    case Some(Left(problem)) =>
      CommitRule.names.map { rule =>
        CommitRule.propertyKey(rule) -> Decided[String]("", Source.File(problem.path, 1))
      }.toMap
  }

  /** Why it is not known what the file asks for. */
  def unread(registry: => ClientRegistry): Option[PoliciesFileProblem] =
    file.flatMap(_.fold(problem => Some(problem.withClients(registry)), _.problems(registry)))
}

/** What cluster, file, session and the table itself say to the rules of one table. */
final class TableRules(
    layers: RuleLayers,
    file: Map[String, Decided[String]],
    properties: Map[String, String]
) {

  /** The mode of a rule, and where it is set; a text that names no mode counts as enforce. */
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

  /** The texts of one policy that hold, with where they are set. */
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
   * What the table breaks as it stands, of the policies whose rules run: one text each, none of them longer than a line or
   * two. Where the policies file cannot be used, that is the only one.
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
