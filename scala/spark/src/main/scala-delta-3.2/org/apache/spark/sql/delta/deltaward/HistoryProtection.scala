package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{RemovableFeature, Snapshot, TableFeature}
import org.apache.spark.sql.delta.actions.Protocol
import org.apache.spark.sql.delta.catalog.DeltaTableV2

import io.deltaward.drops.DropMode

/** Tells how Delta treats the history that needs a dropped feature. Delta 3.2 truncates it, and cannot protect it. */
object HistoryProtection {

  /** Checks whether readers of older versions need the feature. */
  def needs(feature: TableFeature with RemovableFeature): Boolean = feature.isReaderWriterFeature

  /** Checks whether the feature is `checkpointProtection`. */
  def is(@unused feature: TableFeature): Boolean = false

  /** Returns false, whatever the protocol: Delta 3.2 does not write a table with `checkpointProtection`. */
  def isIn(@unused protocol: Protocol): Boolean = false

  /** Checks whether a drop without TRUNCATE HISTORY keeps the history. */
  def isOn(@unused spark: SparkSession): Boolean = false

  /** Unit to which Delta rounds the cut-off of a drop without TRUNCATE HISTORY, in milliseconds. */
  val granularity: Long = DropMode.Minute

  /** Returns Delta's refusal to drop the feature without TRUNCATE HISTORY. */
  def refusal(@unused feature: TableFeature): Option[Throwable] = None

  /** Returns the newest version that is protected, if any. */
  def protectedUntil(@unused table: DeltaTableV2, @unused snapshot: Snapshot): Option[Long] = None
}
