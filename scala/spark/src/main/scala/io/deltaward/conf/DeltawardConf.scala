package io.deltaward.conf

import java.util.concurrent.TimeUnit

import scala.util.Try

import org.apache.spark.network.util.JavaUtils
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.internal.SQLConf.{buildConf, buildStaticConf}

import io.deltaward.names.Namespace
import io.deltaward.policy.{AllowedFeatures, Policies, RequiredClient}
import io.deltaward.rules._

/** Every configuration key of deltaward: what it means, since when, what it may be, and its default. */
object DeltawardConf {

  private val Prefix = "spark.deltaward."

  private val enabled =
    Setting("spark.deltaward.enabled", UnderLock.stricter("false", "true")("true"))

  val ENABLED = buildConf(enabled.key)
    .doc(
      "Whether the commit rules run at all. Under `spark.deltaward.locked` a session cannot turn them off."
    )
    .version("0.1.0")
    .booleanConf
    .transform(enabled.held(_))
    .createWithDefault(true)

  private val locked = Setting("spark.deltaward.locked", UnderLock.NeverTheSessions)

  val LOCKED = buildStaticConf(locked.key)
    .doc(
      "Whether the cluster's own settings are a floor: session settings and table properties can then only make a " +
        "rule stricter. Static: it is set when the cluster starts."
    )
    .version("0.1.0")
    .booleanConf
    .createWithDefault(false)

  private val clientsPath = Setting("spark.deltaward.clients.path", UnderLock.ClusterOnly)

  val CLIENTS_PATH = buildConf(clientsPath.key)
    .doc(
      "A YAML or JSON file with clients of your own, on any file system that Spark can read. A version and access path " +
        "in it takes the place of the built-in ones that it matches."
    )
    .version("0.1.0")
    .stringConf
    .transform(clientsPath.held(_))
    .transform(PolicyTexts.withClientsOf)
    .createOptional

  private val policiesPath = Setting("spark.deltaward.policies.path", UnderLock.NeverTheSessions)

  val POLICIES_PATH = buildStaticConf(policiesPath.key)
    .doc(
      "A YAML or JSON file with the policies of many tables, by patterns of names and paths, on any file system that the " +
        "cluster can read. Session and table take precedence; under `spark.deltaward.locked` what it says holds as well. " +
        "Static: it is set when the cluster starts. The file can change at any time."
    )
    .version("0.1.0")
    .stringConf
    .createOptional

  private val requiredClients =
    Setting(s"spark.${Policies.RequiredClients}", UnderLock.Added(RequiredClient.adds))

  val REQUIRED_CLIENTS = buildConf(requiredClients.key)
    .doc(
      "Clients that must be able to go on reading or writing every table, as `trino>=454 read+write, deltalake[rust] " +
        "read`: a client of the registry, one of its access paths (every one where none is given), `>=` or `=` a " +
        "version (the newest known one), and `read`, `write` or `read+write` (both). The table property " +
        "`deltaward.requiredClients` takes precedence; under `spark.deltaward.locked` both hold."
    )
    .version("0.1.0")
    .stringConf
    .transform(requiredClients.held(_))
    .transform(PolicyTexts.checked(Policies.RequiredClients, _))
    .createOptional

  private val allowedFeatures =
    Setting(s"spark.${Policies.AllowedFeatures}", UnderLock.Added(AllowedFeatures.adds))

  val ALLOWED_FEATURES = buildConf(allowedFeatures.key)
    .doc(
      "The table features that a commit may bring in, with commas between them; those of a new table without any " +
        "settings may always be there, and an empty list allows no others. The table property " +
        "`deltaward.allowedFeatures` takes precedence; under `spark.deltaward.locked` a feature must be on every list."
    )
    .version("0.1.0")
    .stringConf
    .transform(allowedFeatures.held(_))
    .transform(PolicyTexts.checked(Policies.AllowedFeatures, _))
    .createOptional

  private def modeSetting(rule: String): Setting = Setting(
    s"spark.${CommitRule.propertyKey(rule)}",
    UnderLock.stricter(Mode.all.map(_.toString): _*)(Mode.Enforce.toString)
  )

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
      ValidPolicyRule.Name,
      "Under `deltaward.` are only table properties that there are, with values that can be held to, and under " +
        "`spark.deltaward.` only settings that there are. `enforce` refuses the commit."
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

  private def modeOf(rule: String, meaning: String) = {
    val setting = modeSetting(rule)
    rule ->
      buildConf(setting.key)
        .doc(
          s"$meaning The table property `${CommitRule.propertyKey(rule)}` takes precedence."
        )
        .version("0.1.0")
        .stringConf
        .checkValue(Mode.parse(_).isDefined, s"must be one of ${Mode.all.mkString(", ")}")
        .transform(setting.held(_))
        .createWithDefault(Mode.Enforce.toString)
  }

  private val Levels = Seq("WriteSerializable", "Serializable")

  private val isolationDefault =
    Setting("spark.deltaward.isolation.default", UnderLock.stricter(Levels: _*)("Serializable"))

  val ISOLATION_DEFAULT = buildConf(isolationDefault.key)
    .doc(
      "The isolation level of tables without the property `delta.isolationLevel`: `Serializable` or " +
        "`WriteSerializable`. A table's own property always wins."
    )
    .version("0.1.0")
    .stringConf
    .checkValues(Levels.toSet)
    .transform(isolationDefault.held(_))
    .createWithDefault("Serializable")

  private val unrecordedReads = Setting(
    "spark.deltaward.isolation.unrecordedReads.enabled",
    UnderLock.stricter("false", "true")("true")
  )

  val UNRECORDED_READS_ENABLED = buildConf(unrecordedReads.key)
    .doc(
      "Whether a statement that reads the table that it writes in a way that Delta does not record fails when somebody " +
        "else changes rows of the table meanwhile: a subquery of UPDATE, DELETE or MERGE, a cached DataFrame, the change " +
        "data feed, the same table by a link, the rows of replaceUsing and replaceOn."
    )
    .version("0.1.0")
    .booleanConf
    .transform(unrecordedReads.held(_))
    .createWithDefault(true)

  private val rowLevelEnabled = Setting(
    "spark.deltaward.rowLevelConcurrency.enabled",
    UnderLock.stricter("true", "false")("true"),
    aliases = Seq("spark.databricks.delta.rowLevelConcurrencyPreview")
  )

  val ROW_LEVEL_ENABLED = buildConf(rowLevelEnabled.key)
    .doc(
      "Whether a commit that lost the race for a version is brought up to date where Delta would fail it, if the rows " +
        "that it read and wrote are others than the winner's. Only tables with deletion vectors enabled have it. " +
        "`spark.databricks.delta.rowLevelConcurrencyPreview` is an alias."
    )
    .version("0.1.0")
    .withAlternative(rowLevelEnabled.aliases.head)
    .booleanConf
    .transform(rowLevelEnabled.held(_))
    .createWithDefault(true)

  private val metadataEnabled = Setting(
    "spark.deltaward.metadataConcurrency.enabled",
    UnderLock.stricter("true", "false")("false")
  )

  val METADATA_ENABLED = buildConf(metadataEnabled.key)
    .doc(
      "Whether a write that lost the race for a version to a change of the table's metadata is brought up to date where " +
        "Delta would fail it, if it writes what it would have written after that change. Off by default: Delta promises " +
        "that no write which began before such a change commits after it."
    )
    .version("0.1.0")
    .booleanConf
    .transform(metadataEnabled.held(_))
    .createWithDefault(false)

  private val removesFirst = Setting(
    "spark.deltaward.commit.removesFirst.enabled",
    UnderLock.stricter("false", "true")("false")
  )

  val REMOVES_FIRST = buildConf(removesFirst.key)
    .doc(
      "Whether a commit that marks rows of a file as deleted says first that the file is removed as it was, and then that it " +
        "is there with its deletion vector. Delta writes it the other way round, which means the same, but Trino 476 and " +
        "others then drop the file from checkpoints that they write. RESTORE and CLONE keep Delta's order."
    )
    .version("0.1.0")
    .booleanConf
    .transform(removesFirst.held(_))
    .createWithDefault(false)

  private val maxResolutionTime = Setting(
    "spark.deltaward.rowLevelConcurrency.maxResolutionTime",
    UnderLock.lower(text => Try(JavaUtils.timeStringAs(text, TimeUnit.MILLISECONDS)).toOption)(
      "30000ms"
    )
  )

  val MAX_RESOLUTION_TIME = buildConf(maxResolutionTime.key)
    .doc(
      "How long one attempt may spend on reading rows to resolve its conflicts, with all winners together. Past it, the " +
        "conflict is Delta's ordinary one."
    )
    .version("0.1.0")
    .timeConf(TimeUnit.MILLISECONDS)
    .checkValue(_ > 0, "must be more than 0")
    .transform(time => maxResolutionTime.heldAs(time, s"${time}ms"))
    .createWithDefault(TimeUnit.SECONDS.toMillis(30))

  private val maxRowsToCheck = Setting(
    "spark.deltaward.rowLevelConcurrency.maxRowsToCheck",
    UnderLock.lower(_.toLongOption)("10000000")
  )

  val MAX_ROWS_TO_CHECK = buildConf(maxRowsToCheck.key)
    .doc(
      "How many rows the files may hold that one winner makes it necessary to read. Where there are more, the conflict is " +
        "Delta's ordinary one. Rows that statistics or partition values rule out are not read; a row that is looked up by its " +
        "place counts as one."
    )
    .version("0.1.0")
    .longConf
    .checkValue(_ >= 0, "must not be negative")
    .transform(maxRowsToCheck.held(_))
    .createWithDefault(10000000L)

  private val conflictsSink =
    Setting("spark.deltaward.conflicts.sink", UnderLock.ClusterOnly)

  val CONFLICTS_SINK = buildConf(conflictsSink.key)
    .doc(
      "Where events of conflicts are kept beside the memory of the driver: `memory` for nowhere else, ``json.`directory` `` " +
        "for files of JSON lines, ``delta.`directory` `` or a name for a Delta table, which is made when it is not there. " +
        "A sink that fails never fails a commit."
    )
    .version("0.1.0")
    .stringConf
    .transform(conflictsSink.held(_))
    .checkValue(
      ConflictSink.parse(_).isDefined,
      "must be memory, json.`directory`, delta.`directory` or the name of a table"
    )
    .createWithDefault("memory")

  private val tableTimeout =
    Setting("spark.deltaward.fleet.tableTimeout", UnderLock.SessionsOwn)

  val TABLE_TIMEOUT = buildConf(tableTimeout.key)
    .doc(
      "How long the reading of one table, or the listing of one directory, may take in a statement on many tables. Past " +
        "it, the table is a row with an error condition."
    )
    .version("0.1.0")
    .timeConf(TimeUnit.MILLISECONDS)
    .checkValue(_ > 0, "must be more than 0")
    .createWithDefault(TimeUnit.SECONDS.toMillis(60))

  /** Every setting, with what the lock does to it. */
  val settings: Seq[Setting] = CommitRule.names.map(modeSetting) ++ Seq(
    enabled,
    locked,
    clientsPath,
    policiesPath,
    requiredClients,
    allowedFeatures,
    isolationDefault,
    unrecordedReads,
    rowLevelEnabled,
    metadataEnabled,
    removesFirst,
    maxResolutionTime,
    maxRowsToCheck,
    conflictsSink,
    tableTimeout
  )

  /** The names that the settings have: others under the prefix are mistakes. */
  val names: Namespace = new Namespace(
    before = "spark.",
    names = settings.map(_.key.stripPrefix(Prefix)).toSet,
    others = Seq("spark.databricks.delta.properties.defaults.")
  )

  /** Registers the keys with Spark, so that a wrong value is refused when it is set. */
  def register(): Unit = require(RULE_MODES.keySet == CommitRule.names.toSet)

  /**
   * What the cluster was started with is looked at once, and first: Spark would find it in each session's first statement,
   * and fail it as its own.
   *
   * @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_INVALID_SETTING`; an IllegalArgumentException of
   *                                                     Spark's for a value that is none of the setting's
   */
  def requireCluster(): Unit = {
    val clusters = new SQLConf
    for (setting <- settings; value <- ClusterConf.get(setting.key))
      clusters.setConfString(setting.key, value)
  }

  /**
   * One key, as Spark knows it.
   *
   * @param default  as text; `<undefined>` where there is none
   * @param isStatic whether it can be set only before the first session
   * @param underLock what the lock does to it; `None` where nobody has decided that
   */
  final case class Entry(
      key: String,
      default: String,
      meaning: String,
      since: String,
      isStatic: Boolean,
      underLock: Option[UnderLock]
  )

  /** Every registered key, sorted: what `SET -v` shows of them, and the documentation. */
  def entries: Seq[Entry] = {
    register()
    new SQLConf().getAllDefinedConfs
      .collect {
        case (key, default, meaning, since) if key.startsWith(Prefix) =>
          val decided = settings.find(_.key == key).map(_.underLock)
          Entry(key, default, meaning, since, SQLConf.isStaticConfigKey(key), decided)
      }
      .sortBy(_.key)
  }
}
