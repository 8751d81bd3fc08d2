package io.deltaward.conf

import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.internal.SQLConf.{buildConf, buildStaticConf}

import io.deltaward.rules.{
  CheckpointProtection,
  CommitRule,
  LowestProtocolRule,
  Mode,
  ValidProtocol
}

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

  /** The mode of each rule, by the rule's name. */
  val RULE_MODES = Seq(
    modeOf(
      LowestProtocolRule,
      "A commit that carries a protocol carries the lowest one that supports the same features. `enforce` rewrites " +
        "the protocol of the commit; `warn` only logs."
    ),
    modeOf(
      CheckpointProtection,
      "The boundary of `checkpointProtection` is never moved back or removed while the history that it protects still " +
        "exists, and no feature that older versions need is removed without protecting them. `enforce` refuses the commit."
    ),
    modeOf(
      ValidProtocol,
      "No commit writes a protocol that is invalid, or has a version that no client knows. `enforce` refuses the commit."
    )
  ).toMap

  private def modeOf(rule: CommitRule, meaning: String) =
    rule.name ->
      buildConf(s"spark.deltaward.rule.${rule.name}.mode")
        .doc(
          s"$meaning The table property `${CommitRule.propertyKey(rule.name)}` takes precedence."
        )
        .version("0.1.0")
        .stringConf
        .checkValue(Mode.parse(_).isDefined, s"must be one of ${Mode.all.mkString(", ")}")
        .createWithDefault(Mode.Enforce.toString)

  /** Registers the keys with Spark, so that a wrong value is refused when it is set. */
  def register(): Unit = require(RULE_MODES.keySet == CommitRule.all.map(_.name).toSet)

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
