package io.deltaward.guard

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.clients.ClientRegistry
import io.deltaward.conf.{ClusterConf, DeltawardConf, InForce, Lock, SessionConf}
import io.deltaward.features.TableDescriptor
import io.deltaward.files.{ClientCatalog, ClusterPolicies}
import io.deltaward.policy._
import io.deltaward.rules.{CommitRule, Mode, RuleLayers, TableRules}
import io.deltaward.text.Stray

/**
 * The settings that apply to one commit: cluster, session and table, by the precedence of `ModeSettings`.
 *
 * @param cluster the settings that the cluster was started with; a value that names no mode counts as enforce
 * @param strays  settings whose names look like deltaward's, but do not exist
 * @param file    the cluster's policies file, if it has one; read once
 * @param place   what the file can match the table by; evaluated only if there is a file
 */
sealed class RuleSettings(
    cluster: String => Option[String],
    session: SQLConf,
    registry: => ClientRegistry = ClientRegistry.builtIn,
    strays: => Seq[Stray] = Nil,
    file: => Option[Either[PoliciesFileProblem, PoliciesFile]] = None,
    place: => TablePlace = TablePlace.nowhere
) { everywhere =>

  private lazy val foundRegistry: ClientRegistry = registry
  private lazy val foundStrays: Seq[Stray] = strays
  private lazy val foundFile: Option[Either[PoliciesFileProblem, PoliciesFile]] = file
  private lazy val foundPlace: TablePlace = place

  /** Returns these settings for the table at another place, for one judgement. They keep the values of their first use. */
  def settingsAt(there: => TablePlace): RuleSettings =
    new RuleSettings(cluster, session, foundRegistry, foundStrays, foundFile, there) {
      override lazy val layers: RuleLayers = everywhere.layers
    }

  /** Reads `spark.deltaward.locked`. */
  def locked: Boolean = Lock.isOn(session, cluster)

  /** Checks whether the rules run at all. */
  def enabled: Boolean = InForce.effective(session, cluster).getConf(DeltawardConf.ENABLED)

  /** Returns where [[enabled]] comes from. */
  def enabledFrom: Source = {
    val key = DeltawardConf.ENABLED.key
    if (own(key).isDefined) Source.Session
    else if (cluster(key).isDefined) Source.Cluster
    else Source.Default
  }

  /** Returns the modes of rules for a table with these properties. */
  def mode(properties: Map[String, String]): String => Mode =
    decidedMode(properties).andThen(_.value)

  /** Returns the modes of rules as [[mode]] does, and where they come from. */
  def decidedMode(properties: Map[String, String]): String => Decided[Mode] = of(properties).mode

  /** Returns the policies for a table with these properties. */
  def policies(properties: Map[String, String]): Policies =
    of(properties).policies(foundRegistry, foundStrays)

  /** Returns the texts of one policy for a table with these properties, and where they come from. */
  def policyTexts(properties: Map[String, String])(key: String): Seq[Decided[String]] =
    of(properties).texts(key)

  /**
   * Returns what the table violates as it stands: see [[io.deltaward.rules.TableRules.violations]]. Returns nothing if no
   * rule runs.
   */
  def violations(table: TableDescriptor): Seq[String] =
    if (enabled) of(table.properties).violations(table, foundRegistry) else Nil

  private def of(properties: Map[String, String]): TableRules =
    layers.rulesAt(foundPlace, properties)

  /** Reads the settings as they are now: a session can change its own at any time. */
  def layers: RuleLayers = RuleLayers(
    RuleSettings.textsOf(key => cluster(s"spark.$key")),
    RuleSettings.textsOf(key => own(s"spark.$key")),
    locked,
    foundFile
  )

  /** Returns a setting that the session has changed itself. A session starts with a copy of the cluster's settings. */
  private def own(key: String): Option[String] =
    InForce.textIn(session)(key).filterNot(cluster(key).contains(_))
}

object RuleSettings {
  def forSession(spark: SparkSession): RuleSettings = {
    val session = SessionConf.get(spark)
    new RuleSettings(
      ClusterConf.get,
      session,
      ClientCatalog.forSession(spark.asInstanceOf[classic.SparkSession]),
      strays(session),
      ClusterPolicies.forSession(spark)
    )
  }

  private lazy val keys: Seq[String] = Policies.keys ++ CommitRule.names.map(CommitRule.propertyKey)

  private def textsOf(of: String => Option[String]): Map[String, String] =
    keys.flatMap(key => of(key).map(key -> _)).toMap

  /**
   * Finds misnamed settings of the session and the cluster. A session can unset the cluster's settings, but not correct
   * them.
   */
  private def strays(session: SQLConf): Seq[Stray] =
    (session.getAllConfs.keysIterator ++ ClusterConf.keys)
      .flatMap(DeltawardConf.names.stray).toSeq.distinct.sortBy(_.name)

  /** Returns the settings from which Delta takes the properties of new tables. */
  def defaults(session: SQLConf): Map[String, String] =
    session.getAllConfs.filter(_._1.startsWith("spark.databricks.delta.properties.defaults."))
}
