package io.deltaward.conf

import java.util.concurrent.TimeUnit

import scala.util.Try

import org.apache.spark.network.util.JavaUtils
import org.apache.spark.sql.internal.SQLConf.buildConf

/** The configuration keys of isolation levels and row-level concurrency. */
object ConcurrencyConf {

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
        "data feed, the same table by a link."
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
    .transform(maxResolutionTime.held(_))
    .createWithDefault(TimeUnit.SECONDS.toMillis(30))

  private val maxRowsToCheck = Setting(
    "spark.deltaward.rowLevelConcurrency.maxRowsToCheck",
    UnderLock.lower(_.toLongOption)("10000000")
  )

  val MAX_ROWS_TO_CHECK = buildConf(maxRowsToCheck.key)
    .doc(
      "How many rows the files may hold that one winner makes it necessary to read. Where there are more, the conflict is " +
        "Delta's ordinary one. Rows that statistics or partition values rule out are not read."
    )
    .version("0.1.0")
    .longConf
    .checkValue(_ >= 0, "must not be negative")
    .transform(maxRowsToCheck.held(_))
    .createWithDefault(10000000L)

  val settings: Seq[Setting] =
    Seq(isolationDefault, unrecordedReads, rowLevelEnabled, maxResolutionTime, maxRowsToCheck)
}
