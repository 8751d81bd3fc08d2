package io.deltaward.conf

import java.util.concurrent.TimeUnit

import scala.util.Try

import org.apache.spark.network.util.JavaUtils
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.internal.SQLConf.{buildConf, buildStaticConf}

import io.deltaward.policy.{AllowedFeatures, Policies, RequiredClient}
import io.deltaward.rules._
import io.deltaward.text.Namespace

/** Declares every configuration key of deltaward with its meaning, first version, valid values and default. */
object DeltawardConf {

  private val Prefix = "spark.deltaward."

  private val enabled =
    Setting("spark.deltaward.enabled", UnderLock.stricter("false", "true"))

  val ENABLED = buildConf(enabled.key)
    .doc(
      "Runs the commit rules. Under `spark.deltaward.locked` a session cannot turn them off."
    )
    .version("0.1.0")
    .booleanConf
    .transform(Lock.held(enabled))
    .createWithDefault(true)

  private val locked = Setting(Lock.Key, UnderLock.NeverTheSessions)

  val LOCKED = buildStaticConf(locked.key)
    .doc(
      "Makes the cluster's settings a floor: session settings and table properties can only make a rule " +
        "stricter. Static: set it when the cluster starts."
    )
    .version("0.1.0")
    .booleanConf
    .createWithDefault(false)

  private val clientsPath = Setting(PolicyTexts.ClientsPath, UnderLock.ClusterOnly)

  val CLIENTS_PATH = buildConf(clientsPath.key)
    .doc(
      "A YAML or JSON file with your own clients, on any file system that Spark can read. An entry replaces the " +
        "built-in one of the same version and access path."
    )
    .version("0.1.0")
    .stringConf
    .transform(Lock.held(clientsPath))
    .transform(PolicyTexts.withClientsOf)
    .createOptional

  private val policiesPath = Setting("spark.deltaward.policies.path", UnderLock.NeverTheSessions)

  val POLICIES_PATH = buildStaticConf(policiesPath.key)
    .doc(
      "A YAML or JSON file with the policies of many tables, by patterns of names and paths, on any file system " +
        "that the cluster can read. Session settings and table properties take precedence. Under " +
        "`spark.deltaward.locked` the file holds as well. Static: set it when the cluster starts. The file itself " +
        "can change at any time."
    )
    .version("0.1.0")
    .stringConf
    .createOptional

  private val requiredClients =
    Setting(s"spark.${Policies.RequiredClients}", UnderLock.Added(RequiredClient.adds))

  val REQUIRED_CLIENTS = buildConf(requiredClients.key)
    .doc(
      "Clients that must keep access to every table, as in `trino>=454 read+write, deltalake[rust] read`. Each " +
        "entry names a client of the registry, and optionally one of its access paths, a version (`>=` or `=`; the " +
        "newest known one by default), and `read`, `write` or `read+write` (the default). The table property " +
        "`deltaward.requiredClients` takes precedence. Under `spark.deltaward.locked` both hold."
    )
    .version("0.1.0")
    .stringConf
    .transform(Lock.held(requiredClients))
    .transform(PolicyTexts.checked(Policies.RequiredClients, _))
    .createOptional

  private val allowedFeatures =
    Setting(s"spark.${Policies.AllowedFeatures}", UnderLock.Added(AllowedFeatures.adds))

  val ALLOWED_FEATURES = buildConf(allowedFeatures.key)
    .doc(
      "The table features that a commit may add, separated by commas. The features of a new table without any " +
        "settings are always allowed. An empty list allows no others. The table property " +
        "`deltaward.allowedFeatures` takes precedence. Under `spark.deltaward.locked` a feature must be on every " +
        "list."
    )
    .version("0.1.0")
    .stringConf
    .transform(Lock.held(allowedFeatures))
    .transform(PolicyTexts.checked(Policies.AllowedFeatures, _))
    .createOptional

  private def modeSetting(rule: String): Setting = Setting(
    s"spark.${CommitRule.propertyKey(rule)}",
    UnderLock.stricter(Mode.all.map(_.toString): _*)
  )

  /** The mode of each rule, by the rule's name. */
  val RULE_MODES = Seq(
    modeOf(
      LowestProtocolRule.name,
      "A commit that carries a protocol carries the lowest one for its features. `enforce` rewrites the protocol " +
        "of the commit. `warn` only logs."
    ),
    modeOf(
      CheckpointProtection.name,
      "History that `checkpointProtection` protects stays readable. `enforce` refuses a commit that moves the " +
        "boundary back, or removes it while that history exists, and one that removes a feature which older " +
        "versions need without protecting them. It keeps the protection if a statement replaces the table. It " +
        "holds back a cleanup of the log that would break the protection."
    ),
    modeOf(
      ValidProtocol.name,
      "No commit writes a protocol that is invalid, by itself or for the table, or has a version that no client " +
        "knows. `enforce` refuses the commit."
    ),
    modeOf(
      ValidPolicyRule.Name,
      "Table properties under `deltaward.` and settings under `spark.deltaward.` exist, and their values can be " +
        "kept. `enforce` refuses the commit."
    ),
    modeOf(
      RequiredClientsRule.Name,
      "No commit locks out a client that `deltaward.requiredClients` names. `enforce` refuses it."
    ),
    modeOf(
      AllowedFeaturesRule.Name,
      "A commit adds only features that `deltaward.allowedFeatures` lists. `enforce` refuses others."
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
        .transform(Lock.held(setting))
        .createWithDefault(Mode.Enforce.toString)
  }

  private val Levels = Seq("WriteSerializable", "Serializable")

  private val isolationDefault =
    Setting("spark.deltaward.isolation.default", UnderLock.stricter(Levels: _*))

  val ISOLATION_DEFAULT = buildConf(isolationDefault.key)
    .doc(
      "The isolation level of tables without the property `delta.isolationLevel`: `Serializable` or " +
        "`WriteSerializable`. The property of a table always wins."
    )
    .version("0.1.0")
    .stringConf
    .checkValues(Levels.toSet)
    .transform(Lock.held(isolationDefault))
    .createWithDefault("Serializable")

  private val unrecordedReads = Setting(
    "spark.deltaward.isolation.unrecordedReads.enabled",
    UnderLock.stricter("false", "true")
  )

  val UNRECORDED_READS_ENABLED = buildConf(unrecordedReads.key)
    .doc(
      "Detects reads of the written table that Delta does not record, and fails the statement if another commit " +
        "changes rows meanwhile. Such reads are: a subquery of UPDATE, DELETE or MERGE, a cached DataFrame, the " +
        "change data feed, the same table by a link, and the rows of replaceUsing and replaceOn."
    )
    .version("0.1.0")
    .booleanConf
    .transform(Lock.held(unrecordedReads))
    .createWithDefault(true)

  private val rowLevelEnabled = Setting(
    "spark.deltaward.rowLevelConcurrency.enabled",
    UnderLock.stricter("true", "false"),
    aliases = Seq("spark.databricks.delta.rowLevelConcurrencyPreview")
  )

  val ROW_LEVEL_ENABLED = buildConf(rowLevelEnabled.key)
    .doc(
      "Resolves a conflict between two commits if the rows that the losing commit read and wrote are not those " +
        "that the winning commit changed. Only for tables with deletion vectors enabled. " +
        "`spark.databricks.delta.rowLevelConcurrencyPreview` is an alias."
    )
    .version("0.1.0")
    .withAlternative(rowLevelEnabled.aliases.head)
    .booleanConf
    .transform(Lock.held(rowLevelEnabled))
    .createWithDefault(true)

  private val metadataEnabled = Setting(
    "spark.deltaward.metadataConcurrency.enabled",
    UnderLock.stricter("true", "false")
  )

  val METADATA_ENABLED = buildConf(metadataEnabled.key)
    .doc(
      "Lets a write commit after a concurrent change of the metadata, if it would have written the same after " +
        "that change. Off by default: Delta promises that no write which began before such a change commits after " +
        "it."
    )
    .version("0.1.0")
    .booleanConf
    .transform(Lock.held(metadataEnabled))
    .createWithDefault(false)

  private val removesFirst = Setting(
    "spark.deltaward.commit.removesFirst.enabled",
    UnderLock.stricter("false", "true")
  )

  val REMOVES_FIRST = buildConf(removesFirst.key)
    .doc(
      "Writes the removal of a file before its addition with a deletion vector. Delta writes them in the other " +
        "order, which means the same. But Trino 476 and others then drop the file from the checkpoints that they " +
        "write. RESTORE and CLONE keep the order of Delta."
    )
    .version("0.1.0")
    .booleanConf
    .transform(Lock.held(removesFirst))
    .createWithDefault(false)

  private val maxResolutionTime = Setting(
    "spark.deltaward.rowLevelConcurrency.maxResolutionTime",
    UnderLock.lower(text => Try(JavaUtils.timeStringAs(text, TimeUnit.MILLISECONDS)).toOption)
  )

  val MAX_RESOLUTION_TIME = buildConf(maxResolutionTime.key)
    .doc(
      "The maximum time that one attempt to commit spends on reading rows to resolve its conflicts with all " +
        "winning commits. Past it, the conflict is raised as Delta raises it."
    )
    .version("0.1.0")
    .timeConf(TimeUnit.MILLISECONDS)
    .checkValue(_ > 0, "must be more than 0")
    .transform(Lock.heldAs(maxResolutionTime)((time: Long) => s"${time}ms"))
    .createWithDefault(TimeUnit.SECONDS.toMillis(30))

  private val maxRowsToCheck = Setting(
    "spark.deltaward.rowLevelConcurrency.maxRowsToCheck",
    UnderLock.lower(_.toLongOption)
  )

  val MAX_ROWS_TO_CHECK = buildConf(maxRowsToCheck.key)
    .doc(
      "Maximum number of rows to read when resolving a conflict with one winning commit. Above it, the conflict " +
        "is raised as Delta raises it. Rows that statistics or partition values rule out are not read. A row that " +
        "is found by its position counts as one."
    )
    .version("0.1.0")
    .longConf
    .checkValue(_ >= 0, "must not be negative")
    .transform(Lock.held(maxRowsToCheck))
    .createWithDefault(10000000L)

  private val conflictsSink =
    Setting("spark.deltaward.conflicts.sink", UnderLock.ClusterOnly)

  val CONFLICTS_SINK = buildConf(conflictsSink.key)
    .doc(
      "Where events of conflicts are kept besides the memory of the driver: `memory` for nowhere else, " +
        "``json.`directory` `` for files of JSON lines, ``delta.`directory` `` or a name for a Delta table, which " +
        "is created if it does not exist. A sink that fails never fails a commit."
    )
    .version("0.1.0")
    .stringConf
    .transform(Lock.held(conflictsSink))
    .checkValue(
      ConflictSink.parse(_).isDefined,
      "must be memory, json.`directory`, delta.`directory` or the name of a table"
    )
    .createWithDefault("memory")

  private val tableTimeout =
    Setting("spark.deltaward.fleet.tableTimeout", UnderLock.SessionsOwn)

  val TABLE_TIMEOUT = buildConf(tableTimeout.key)
    .doc(
      "The maximum time for reading one table, or for listing one directory, in a statement on many tables. Past " +
        "it, the row of the table has an error condition."
    )
    .version("0.1.0")
    .timeConf(TimeUnit.MILLISECONDS)
    .checkValue(_ > 0, "must be more than 0")
    .createWithDefault(TimeUnit.SECONDS.toMillis(60))

  /** Every setting, with the effect of the lock on it. */
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

  /** The valid setting names. Any other name under the prefix is a mistake. */
  val names: Namespace = new Namespace(
    before = "spark.",
    names = settings.map(_.key.stripPrefix(Prefix)).toSet,
    others = Seq("spark.databricks.delta.properties.defaults.")
  )

  /** Registers the keys with Spark, so that Spark rejects a wrong value when it is set. */
  def register(): Unit = require(RULE_MODES.keySet == CommitRule.names.toSet)

  /**
   * Checks the cluster's settings once, at the start. Otherwise Spark would find a wrong value in the first statement of
   * each session, and fail that statement.
   *
   * @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_INVALID_SETTING`
   * @throws IllegalArgumentException if a setting does not accept its value; Spark's own error
   */
  def requireCluster(): Unit = {
    val clusters = new SQLConf
    for (setting <- settings; value <- ClusterConf.get(setting.key))
      clusters.setConfString(setting.key, value)
  }

  /**
   * A configuration key, as Spark knows it.
   *
   * @param default   default value as text, or `<undefined>` if the key has none
   * @param isStatic  whether the key can be set only before the first session
   * @param underLock effect of the lock on the key; `None` if its `Setting` is not declared
   */
  final case class Entry(
      key: String,
      default: String,
      meaning: String,
      since: String,
      isStatic: Boolean,
      underLock: Option[UnderLock]
  )

  /** Returns every registered key, sorted. `SET -v` shows the same keys, and the documentation lists them. */
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
