package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta._

/** Checks a transaction against a winning commit that has been read already, in Delta 4.1 to 4.4. */
abstract class WinnerChecker(spark: SparkSession, encounter: Encounter)
    extends ConflictChecker(spark, encounter.info, encounter.winner, encounter.level)
    with WholeConflictCheck {

  /** Wraps Delta's check of the metadata. */
  protected def ofMetadata(check: => Unit): Unit

  // Delta calls one of the two, by a setting.
  override protected def checkNoMetadataUpdates(): Unit = ofMetadata(super.checkNoMetadataUpdates())
  override protected def attemptToResolveMetadataConflicts(): Unit =
    ofMetadata(super.attemptToResolveMetadataConflicts())

  /** Returns Delta's exception for a winner that adds rows. */
  protected def concurrentAppend: DeltaConcurrentModificationException =
    DeltaErrors.concurrentAppendException(
      encounter.winner.commitInfo,
      getTableNameOrPath,
      encounter.winner.commitVersion,
      None
    )

  /** Returns Delta's exception for a winner that deletes rows. */
  protected def concurrentDeleteRead: DeltaConcurrentModificationException =
    DeltaErrors.concurrentDeleteReadException(
      encounter.winner.commitInfo,
      getTableNameOrPath,
      encounter.winner.commitVersion,
      None
    )
}
