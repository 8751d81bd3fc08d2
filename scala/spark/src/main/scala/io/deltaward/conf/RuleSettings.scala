package io.deltaward.conf

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.clients.ClientRegistry
import io.deltaward.names.Stray
import io.deltaward.policy.{Decided, Policies, PolicySettings, Source}
import io.deltaward.rules.{CommitRule, Mode, ModeSettings}

/**
 * The settings that hold for one commit: cluster, session and table, by the precedence of `ModeSettings`.
 *
 * @param cluster what the cluster was started with; a value that names no mode counts as enforce
 * @param strays  settings that somebody took for ones of ours
 */
final class RuleSettings(
    cluster: String => Option[String],
    session: SQLConf,
    registry: => ClientRegistry = ClientRegistry.builtIn,
    strays: => Seq[Stray] = Nil
) {

  private lazy val foundStrays: Seq[Stray] = strays

  /** `spark.deltaward.locked` */
  def locked: Boolean = Lock.isOn(session, cluster)

  /** Whether the rules run at all. */
  def enabled: Boolean = InForce.of(session, cluster).getConf(DeltawardConf.ENABLED)

  /** Where [[enabled]] comes from. */
  def enabledFrom: Source = {
    val key = DeltawardConf.ENABLED.key
    if (own(key).isDefined) Source.Session
    else if (cluster(key).isDefined) Source.Cluster
    else Source.Default
  }

  /** The mode of a rule, on a table with these properties. */
  def mode(properties: Map[String, String])(rule: String): Mode =
    decidedMode(properties)(rule).value

  /** As [[mode]], with where it comes from. */
  def decidedMode(properties: Map[String, String])(rule: String): Decided[Mode] = {
    def parsed(text: String): Mode = Mode.parse(text).getOrElse(Mode.Enforce)
    val key = DeltawardConf.RULE_MODES(rule).key
    ModeSettings(
      cluster = cluster(key).map(parsed),
      session = own(key).map(parsed),
      table = properties.get(CommitRule.propertyKey(rule)),
      locked = locked
    ).effective
  }

  /** The policies that hold for a table with these properties. */
  def policies(properties: Map[String, String]): Policies = new Policies(
    policyTexts(properties)(Policies.RequiredClients).map(_.value),
    policyTexts(properties)(Policies.AllowedFeatures).map(_.value),
    registry,
    foundStrays,
    Policies.keys.map(key => key -> policyTexts(properties)(key).map(_.source.keyOf(key))).toMap
  )

  /** The texts of one policy that hold, with where they come from. */
  def policyTexts(properties: Map[String, String])(key: String): Seq[Decided[String]] =
    PolicySettings(
      cluster(s"spark.$key"),
      own(s"spark.$key"),
      properties.get(key),
      locked
    ).effective

  /** What the session has set itself: it starts with a copy of what the cluster has. */
  private def own(key: String): Option[String] =
    InForce.textIn(session)(key).filterNot(cluster(key).contains(_))
}

object RuleSettings {
  def of(spark: SparkSession): RuleSettings = {
    val session = SessionConf.of(spark)
    new RuleSettings(
      ClusterConf.get,
      session,
      ClientCatalog.of(spark.asInstanceOf[classic.SparkSession]),
      strays(session)
    )
  }

  /** A session can unset what the cluster has, but not correct it. */
  private def strays(session: SQLConf): Seq[Stray] =
    (session.getAllConfs.keys ++ ClusterConf.keys).toSeq.distinct.sorted
      .flatMap(DeltawardConf.names.stray)

  /** The settings from which Delta takes the properties of new tables. */
  def defaults(session: SQLConf): Map[String, String] =
    session.getAllConfs.filter(_._1.startsWith("spark.databricks.delta.properties.defaults."))
}
