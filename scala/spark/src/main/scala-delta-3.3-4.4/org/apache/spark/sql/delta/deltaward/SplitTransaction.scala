package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.OptimisticTransaction
import org.apache.spark.sql.delta.actions.AddFile

/** Connects the moments that transactions have since Delta 3.3. */
trait SplitTransaction extends OptimisticTransaction {

  /** Called before a statement reads rows. */
  protected def stopBeforeRows(): Unit

  /** Returns a transaction that commits a part of this one. */
  protected def part(): SplitTransaction

  /** Called by MERGE before it looks at its source. */
  override def setTrackHighWaterMarks(track: Set[String]): Unit = {
    stopBeforeRows()
    super.setTrackHighWaterMarks(track)
  }

  /** Called by OPTIMIZE, which commits in batches, each in a transaction of its own. */
  override def split(readFilesSubset: Seq[AddFile]): OptimisticTransaction = {
    val plain = super.split(readFilesSubset)
    val child = part()
    child.executionObserver = plain.executionObserver
    child.readPredicates.addAll(readPredicates)
    child.trackFilesRead(readFilesSubset)
    child.readTxn ++= readTxn
    child
  }
}
