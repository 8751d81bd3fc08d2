package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{Column, DataFrame, Row, SparkSession}
import org.apache.spark.sql.delta.{DeltaLog, Snapshot}
import org.apache.spark.sql.delta.actions.{AddFile, Metadata}
import org.apache.spark.sql.delta.commands.cdc.CDCReader
import org.apache.spark.sql.functions.{col, collect_set, count, lit, max, sum, udf, when}

import io.deltaward.features.{FileSigns, Traces}
import io.deltaward.log.ListedFile

/** Looks for the traces of features (rule P9) with Delta's own reader, in one job over the state of one version. */
object TraceScan {

  /** Scans one version of a table. All traces are unknown if Delta cannot open that version. */
  def run(spark: SparkSession, table: Path, version: Long): Traces = Try {
    scan(DeltaLog.forTable(spark, table).getSnapshotAt(version))
  }.getOrElse(Traces.unknown)

  private def scan(snapshot: Snapshot): Traces = {
    val ofFeatures = Seq(
      count(when(col("add.deletionVector").isNotNull, lit(1))),
      sum(col("add.deletionVector.cardinality")),
      count(col("add.baseRowId")),
      collect_set(when(!col("domainMetadata.removed"), col("domainMetadata.domain")))
    )
    val found = total(snapshot.stateDF, ofFeatures ++ signs(snapshot))
    signsIn(found, ofFeatures.size).copy(
      deletionVectors = Some(found.getLong(0)),
      deletedRecords = Some(if (found.isNullAt(1)) 0L else found.getLong(1)),
      rowIds = Some(found.getLong(2)),
      domains = Some(found.getSeq[String](3).toSet),
      v2Checkpoint = Some(NewestCheckpoint.isV2(snapshot))
    )
  }

  /**
   * Looks for signs in the files of `snapshot`. Ignores columns that a commit adds: these files do not have them.
   *
   * @param without paths of files to leave out
   * @throws Exception Spark's error, if the state of the snapshot cannot be read
   */
  def signsOf(snapshot: Snapshot, without: Set[String]): Traces =
    if (snapshot.version < 0) Traces.ofNoFiles
    else {
      val stays = udf((path: String) => !without(path))
      val state = snapshot.stateDF
      val files = if (without.isEmpty) state else state.where(stays(col("add.path")))
      signsIn(total(files, signs(snapshot)), first = 0)
    }

  /** Looks for signs in the files that a commit adds. */
  def signsOf(metadata: Metadata, added: Seq[AddFile]): Traces =
    FileSigns.forSchema(metadata.schemaString, metadata.partitionColumns).fold(Traces.unknown)(
      _.traces(added.map(add => ListedFile(add.path, Option(add.stats))))
    )

  private def total(state: DataFrame, columns: Seq[Column]): Row =
    state.agg(columns.head, columns.tail: _*).head()

  private def signs(snapshot: Snapshot): Seq[Column] = {
    val ofPaths = FileSigns.OfPaths.map { case (_, found) => col("add.path").rlike(found.regex) }
    (farthest(snapshot) +: ofPaths).map(sign => max(when(col("add.path").isNotNull, sign)))
  }

  /** Reads the signs in a row, of which `first` is the place of the first. A table without files has none. */
  private def signsIn(found: Row, first: Int): Traces = Traces(
    pathSigns = Some(FileSigns.OfPaths.map(_._1).zipWithIndex.collect {
      case (sign, i) if !found.isNullAt(first + 1 + i) && found.getBoolean(first + 1 + i) => sign
    }.toSet),
    farTimestamps = if (found.isNullAt(first)) Some(false) else Distances(found.getInt(first))
  )

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
