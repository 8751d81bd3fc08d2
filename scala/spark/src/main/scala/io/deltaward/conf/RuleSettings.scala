package io.deltaward.conf

import org.apache.spark.SparkEnv
import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.clients.ClientRegistry
import io.deltaward.commands.ClientCatalog
import io.deltaward.policy.{Policies, PolicySettings}
import io.deltaward.rules.{CommitRule, Mode, ModeSettings}

/**
 * The settings that hold for one commit: cluster, session and table, by the precedence of [[ModeSettings]].
 *
 * @param cluster what the cluster was started with; a value that names no mode counts as enforce
 */
final class RuleSettings(
    cluster: String => Option[String],
    session: SQLConf,
    registry: => ClientRegistry = ClientRegistry.builtIn
) {

  /** `spark.deltaward.locked` */
  def locked: Boolean = session.getConf(DeltawardConf.LOCKED)

  /** Whether the rules run at all. */
  def enabled: Boolean =
    session.getConf(DeltawardConf.ENABLED) ||
      (locked && cluster(DeltawardConf.ENABLED.key).forall(_.trim.equalsIgnoreCase("true")))

  /** The mode of a rule, on a table with these properties. */
  def mode(properties: Map[String, String])(rule: String): Mode = {
    val entry = DeltawardConf.RULE_MODES(rule)
    ModeSettings(
      cluster = cluster(entry.key).fold[Mode](Mode.Enforce)(Mode.parse(_).getOrElse(Mode.Enforce)),
      session =
        Option.when(session.contains(entry.key))(session.getConf(entry)).flatMap(Mode.parse),
      table = properties.get(CommitRule.propertyKey(rule)),
      locked = locked
    ).effective
  }

  /** The policies that hold for a table with these properties. */
  def policies(properties: Map[String, String]): Policies = {
    def texts(key: String, session: Option[String]): Seq[String] =
      PolicySettings(cluster(s"spark.$key"), session, properties.get(key), locked).effective
    new Policies(
      texts(Policies.RequiredClients, session.getConf(DeltawardConf.REQUIRED_CLIENTS)),
      texts(Policies.AllowedFeatures, session.getConf(DeltawardConf.ALLOWED_FEATURES)),
      registry
    )
  }
}

object RuleSettings {
  def of(spark: SparkSession): RuleSettings =
    new RuleSettings(
      // The context would give a copy of all its settings, made anew for each commit.
      SparkEnv.get.conf.getOption,
      SQLConf.get,
      ClientCatalog.of(spark.asInstanceOf[classic.SparkSession])
    )

  /** The settings from which Delta takes the properties of new tables. */
  def defaults(session: SQLConf): Map[String, String] =
    session.getAllConfs.filter(_._1.startsWith("spark.databricks.delta.properties.defaults."))
}
