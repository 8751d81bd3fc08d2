package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{Encoders, SparkSession}
import org.apache.spark.sql.catalyst.expressions.{Cast, EvalMode, Literal}
import org.apache.spark.sql.delta.{DeletionVectorsTableFeature, DeltaLog, Snapshot}
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.types.{DataType, StructType}

import io.deltaward.errors.ErrorCondition

/** Opens a version of a table as Delta reads it from the log, without anything that Delta has in memory. */
object FreshSnapshot {

  /**
   * Checks whether Delta can read the version from an intact log. Delta opens it, lists its files, compares it with its
   * checksum and plans a read. Returns Delta's error, or what is wrong with a file, in words.
   */
  def failure(spark: SparkSession, table: Path, version: Long): Option[String] =
    fresh(spark, table)(_.getSnapshotAt(version))

  /** Checks the newest version in the same way. */
  def failure(spark: SparkSession, table: Path): Option[String] =
    fresh(spark, table)(_.update())

  /**
   * Opens a snapshot without Delta's cache, and empties the cache afterwards. Otherwise inspecting many tables would fill
   * the driver's memory.
   */
  private def fresh(spark: SparkSession, table: Path)(of: DeltaLog => Snapshot): Option[String] = {
    DeltaLog.invalidateCache(spark, table)
    try failureOf(of(DeltaLog.forTable(spark, table)))
    finally DeltaLog.invalidateCache(spark, table)
  }

  private def failureOf(opened: => Snapshot): Option[String] =
    try {
      val snapshot = opened
      inFiles(snapshot).orElse(
        Option.unless(SnapshotChecksum.holds(snapshot))("its checksum differs from the log")
      ).orElse(
        Option.when(snapshot.schema.isEmpty)("it has no column, and Delta reads no such table")
      ).orElse {
        snapshot.deltaLog.createDataFrame(snapshot, Nil).queryExecution.assertAnalyzed()
        None
      }
    } catch {
      case known: SparkThrowable if notTheLog(ErrorCondition.of(known)) => None
      case NonFatal(error) => Some(firstLine(error))
    }

  private def inFiles(snapshot: Snapshot): Option[String] = {
    val check = new LiveFileCheck(
      snapshot.metadata.physicalPartitionSchema,
      snapshot.protocol.isFeatureSupported(DeletionVectorsTableFeature)
    )
    snapshot.allFiles.flatMap(file => check.defect(file))(Encoders.STRING).take(1).headOption
  }

  /** The errors that say nothing about the state of the log. Delta's own message explains them best. */
  private val notTheLog: Set[String] = Set(
    "DELTA_INVALID_PROTOCOL_VERSION",
    "DELTA_PATH_BASED_ACCESS_TO_CATALOG_MANAGED_TABLE_BLOCKED",
    "DELTA_UNSUPPORTED_FEATURES_FOR_READ",
    "DELTA_UNSUPPORTED_FEATURES_FOR_WRITE"
  )

  private def firstLine(error: Throwable): String = {
    val message = String.valueOf(error.getMessage).linesIterator.nextOption().getOrElse("")
    if (message.length > 200) s"${message.take(200)}..." else message
  }
}

/**
 * Checks a file of a version against the version's metadata and protocol.
 *
 * @param partitions the partition columns, by the names that files give them
 * @param vectors    whether the protocol allows deletion vectors
 */
final private class LiveFileCheck(partitions: StructType, vectors: Boolean) extends Serializable {

  /** Returns what is wrong with a file, in words. */
  def defect(file: AddFile): Option[String] =
    if (file.deletionVector != null && !vectors)
      Some(s"${file.path} has a deletion vector, which the protocol does not allow")
    else if (file.partitionValues.keySet != partitions.fieldNames.toSet)
      Some(s"${file.path} does not have the values of the partition columns")
    else
      partitions.collectFirst {
        case column if !fits(file.partitionValues(column.name), column.dataType) =>
          s"${file.path} has a partition value of another type: ${column.name}"
      }

  /** Checks that a partition value has its column's type. Delta reads empty text as null. */
  private def fits(value: String, kind: DataType): Boolean =
    value == null || value.isEmpty ||
      Cast(Literal(value), kind, Some("UTC"), EvalMode.TRY).eval() != null
}
