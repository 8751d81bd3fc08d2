package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{Column, SparkSession}
import org.apache.spark.sql.delta.{DeltaLog, Snapshot}
import org.apache.spark.sql.delta.commands.cdc.CDCReader
import org.apache.spark.sql.functions.{col, collect_set, count, lit, max, sum, udf, when}

import io.deltaward.features.{FileSigns, Traces}

/** Looks for the traces of features (rule P9) with Delta's own reader, in one job over the state of one version. */
object TraceScan {

  /** Scans one version of a table. All traces are unknown if Delta cannot open that version. */
  def run(spark: SparkSession, table: Path, version: Long): Traces = Try {
    scan(DeltaLog.forTable(spark, table).getSnapshotAt(version))
  }.getOrElse(Traces.unknown)

  private def scan(snapshot: Snapshot): Traces = {
    val isFile = col("add.path").isNotNull
    val found = snapshot.stateDF
      .agg(
        count(when(col("add.deletionVector").isNotNull, lit(1))),
        sum(col("add.deletionVector.cardinality")),
        count(col("add.baseRowId")),
        collect_set(when(!col("domainMetadata.removed"), col("domainMetadata.domain"))),
        max(when(isFile, col("add.path").contains(FileSigns.Encoded))),
        max(when(isFile, col("add.path").rlike(FileSigns.NonAscii.regex))),
        max(when(isFile, farthest(snapshot)))
      )
      .head()
    Traces(
      deletionVectors = Some(found.getLong(0)),
      deletedRecords = Some(if (found.isNullAt(1)) 0L else found.getLong(1)),
      rowIds = Some(found.getLong(2)),
      domains = Some(found.getSeq[String](3).toSet),
      v2Checkpoint = Some(NewestCheckpoint.isV2(snapshot)),
      encodedPaths = Some(!found.isNullAt(4) && found.getBoolean(4)),
      nonAsciiPaths = Some(!found.isNullAt(5) && found.getBoolean(5)),
      farTimestamps = if (found.isNullAt(6)) Some(false) else Distances(found.getInt(6))
    )
  }

  /** Answers about one file's timestamps, sorted: the greatest one of all files holds for the table. */
  private val Distances = Seq(Some(false), None, Some(true))

  /** Returns the place in [[Distances]] of a file. */
  private def farthest(snapshot: Snapshot): Column = {
    val metadata = snapshot.metadata
    FileSigns.forSchema(metadata.schemaString, metadata.partitionColumns).filter(_.hasTimestamps)
      .fold(lit(0)) { signs =>
        udf((statistics: String) => Distances.indexOf(signs.hasFarTimestamps(Option(statistics))))
          .apply(col("add.stats"))
      }
  }

  /** Looks for change data files with one listing. The trace is unknown if the listing fails. */
  def ofChangeData(spark: SparkSession, table: Path): Traces = {
    val directory = new Path(table, CDCReader.CDC_LOCATION)
    Traces(changeData =
      Try {
        val fs = directory.getFileSystem(spark.sessionState.newHadoopConf())
        fs.exists(directory) && fs.listStatusIterator(directory).hasNext
      }.toOption
    )
  }
}
