package io.deltaward.conf

import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.internal.SQLConf.{buildConf, buildStaticConf}

import io.deltaward.policy.{Policies, RequiredClient}
import io.deltaward.rules._

/** Every configuration key of deltaward: what it means, since when, what it may be, and its default. */
object DeltawardConf {

  private val Prefix = "spark.deltaward."

  val ENABLED = buildConf("spark.deltaward.enabled")
    .doc(
      "Whether the commit rules run at all. Under `spark.deltaward.locked` a session cannot turn them off."
    )
    .version("0.1.0")
    .booleanConf
    .createWithDefault(true)

  val LOCKED = buildStaticConf("spark.deltaward.locked")
    .doc(
      "Whether the cluster's own settings are a floor: session settings and table properties can then only make a " +
        "rule stricter. Static: it is set when the cluster starts."
    )
    .version("0.1.0")
    .booleanConf
    .createWithDefault(false)

  val CLIENTS_PATH = buildConf("spark.deltaward.clients.path")
    .doc(
      "A YAML or JSON file with clients of your own, on any file system that Spark can read. A version and access path " +
        "in it takes the place of the built-in ones that it matches."
    )
    .version("0.1.0")
    .stringConf
    .createOptional

  val REQUIRED_CLIENTS = buildConf(s"spark.${Policies.RequiredClients}")
    .doc(
      "Clients that must be able to go on reading or writing every table, as `trino>=470 read+write, polars read`: a " +
        "client of the registry, `>=` or `=` a version (the newest known one where none is given), and `read`, " +
        "`write` or `read+write`. The table property `deltaward.requiredClients` takes precedence; under " +
        "`spark.deltaward.locked` both hold."
    )
    .version("0.1.0")
    .stringConf
    .checkValue(
      RequiredClient.parse(_).isRight,
      s"must be a list of the form ${RequiredClient.form}"
    )
    .createOptional

  val ALLOWED_FEATURES = buildConf(s"spark.${Policies.AllowedFeatures}")
    .doc(
      "The table features that a commit may bring in, with commas between them; those of a new table without any " +
        "settings may always be there. The table property `deltaward.allowedFeatures` takes precedence; under " +
        "`spark.deltaward.locked` a feature must be on every list."
    )
    .version("0.1.0")
    .stringConf
    .createOptional

  /** The mode of each rule, by the rule's name. */
  val RULE_MODES = Seq(
    modeOf(
      LowestProtocolRule.name,
      "A commit that carries a protocol carries the lowest one that supports the same features. `enforce` rewrites " +
        "the protocol of the commit; `warn` only logs."
    ),
    modeOf(
      CheckpointProtection.name,
      "The boundary of `checkpointProtection` is never moved back or removed while the history that it protects still " +
        "exists, and no feature that older versions need is removed without protecting them; no cleanup of the log breaks " +
        "the protection. `enforce` refuses the commit, or carries the protection over where a statement replaces the " +
        "table, and holds the cleanup back."
    ),
    modeOf(
      ValidProtocol.name,
      "No commit writes a protocol that is invalid, by itself or for the table, or has a version that no client knows. " +
        "`enforce` refuses the commit."
    ),
    modeOf(
      RequiredClientsRule.Name,
      "A commit never takes a table away from a client that `deltaward.requiredClients` names. `enforce` refuses it."
    ),
    modeOf(
      AllowedFeaturesRule.Name,
      "A commit brings in only the features that `deltaward.allowedFeatures` lists. `enforce` refuses it."
    )
  ).toMap

  private def modeOf(rule: String, meaning: String) =
    rule ->
      buildConf(s"spark.deltaward.rule.$rule.mode")
        .doc(
          s"$meaning The table property `${CommitRule.propertyKey(rule)}` takes precedence."
        )
        .version("0.1.0")
        .stringConf
        .checkValue(Mode.parse(_).isDefined, s"must be one of ${Mode.all.mkString(", ")}")
        .createWithDefault(Mode.Enforce.toString)

  /** Registers the keys with Spark, so that a wrong value is refused when it is set. */
  def register(): Unit = {
    require(RULE_MODES.keySet == CommitRule.names.toSet)
    require(ConcurrencyConf.ROW_LEVEL_ENABLED.key.startsWith(Prefix))
  }

  /**
   * One key, as Spark knows it.
   *
   * @param default  as text; `<undefined>` where there is none
   * @param isStatic whether it can be set only before the first session
   */
  final case class Entry(
      key: String,
      default: String,
      meaning: String,
      since: String,
      isStatic: Boolean
  )

  /** Every registered key, sorted: what `SET -v` shows of them, and the documentation. */
  def entries: Seq[Entry] = {
    register()
    new SQLConf().getAllDefinedConfs
      .collect {
        case (key, default, meaning, since) if key.startsWith(Prefix) =>
          Entry(key, default, meaning, since, SQLConf.isStaticConfigKey(key))
      }
      .sortBy(_.key)
  }
}
