package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta.OptimisticTransaction

import io.deltaward.guard.{StatementNames, TablePlaces}
import io.deltaward.policy.TablePlace

/**
 * Finds what a policies file can match the table of a transaction by.
 *
 * @param statement the statement that the transaction runs, since Delta does not know the name of a new table yet
 */
final class TransactionPlace(txn: OptimisticTransaction, statement: => Option[LogicalPlan]) {

  private lazy val session = SparkSession.active
  private lazy val places = new TablePlaces(session, Some(txn.deltaLog.newDeltaHadoopConf()))

  /** The place as far as the transaction itself tells it. */
  lazy val told: TablePlace = txn.catalogTable match {
    case None =>
      val made = statement.flatMap(new StatementNames(session, _, txn.deltaLog.dataPath).newTable)
      places.describe(txn.deltaLog.dataPath, made.toSeq)
    case entry => places.describe(txn.deltaLog.dataPath, entry)
  }

  /**
   * The place with the catalog's names for a table that is written by its path. Used for a commit that changes more than
   * rows.
   */
  lazy val known: TablePlace = places.named(told)
}
