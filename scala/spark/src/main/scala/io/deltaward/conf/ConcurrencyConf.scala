package io.deltaward.conf

import java.util.concurrent.TimeUnit

import org.apache.spark.sql.internal.SQLConf.buildConf

/** The configuration keys of isolation levels and row-level concurrency. */
object ConcurrencyConf {

  private val Levels = Set("Serializable", "WriteSerializable")

  val ISOLATION_DEFAULT = buildConf("spark.deltaward.isolation.default")
    .doc(
      "The isolation level of tables without the property `delta.isolationLevel`: `Serializable` or " +
        "`WriteSerializable`. A table's own property always wins."
    )
    .version("0.1.0")
    .stringConf
    .checkValues(Levels)
    .createWithDefault("Serializable")

  val UNRECORDED_READS_ENABLED = buildConf("spark.deltaward.isolation.unrecordedReads.enabled")
    .doc(
      "Whether a statement that reads the table that it writes in a way that Delta does not record fails when somebody " +
        "else changes rows of the table meanwhile: a subquery of UPDATE, DELETE or MERGE, a cached DataFrame, the change " +
        "data feed, the same table by a link."
    )
    .version("0.1.0")
    .booleanConf
    .createWithDefault(true)

  val ROW_LEVEL_ENABLED = buildConf("spark.deltaward.rowLevelConcurrency.enabled")
    .doc(
      "Whether a commit that lost the race for a version is brought up to date where Delta would fail it, if the rows " +
        "that it read and wrote are others than the winner's. Only tables with deletion vectors enabled have it. " +
        "`spark.databricks.delta.rowLevelConcurrencyPreview` is an alias."
    )
    .version("0.1.0")
    .withAlternative("spark.databricks.delta.rowLevelConcurrencyPreview")
    .booleanConf
    .createWithDefault(true)

  val MAX_RESOLUTION_TIME = buildConf("spark.deltaward.rowLevelConcurrency.maxResolutionTime")
    .doc(
      "How long one attempt may spend on reading rows to resolve its conflicts, with all winners together. Past it, the " +
        "conflict is Delta's ordinary one."
    )
    .version("0.1.0")
    .timeConf(TimeUnit.MILLISECONDS)
    .checkValue(_ > 0, "must be more than 0")
    .createWithDefaultString("30s")

  val MAX_ROWS_TO_CHECK = buildConf("spark.deltaward.rowLevelConcurrency.maxRowsToCheck")
    .doc(
      "How many rows the files may hold that one winner makes it necessary to read. Where there are more, the conflict is " +
        "Delta's ordinary one. Rows that statistics or partition values rule out are not read."
    )
    .version("0.1.0")
    .longConf
    .checkValue(_ >= 0, "must not be negative")
    .createWithDefault(10000000L)
}
