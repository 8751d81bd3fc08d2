package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta.OptimisticTransaction

import io.deltaward.guard.{StatementNames, TablePlaces}
import io.deltaward.policy.TablePlace

/**
 * What a policies file can know the table of a transaction by.
 *
 * @param statement what the transaction runs: Delta does not know the name of a table yet that it makes
 */
final class TransactionPlace(txn: OptimisticTransaction, statement: => Option[LogicalPlan]) {

  private lazy val session = SparkSession.active
  private lazy val places = new TablePlaces(session, Some(txn.deltaLog.newDeltaHadoopConf()))

  /** As far as the transaction itself tells. */
  lazy val told: TablePlace = txn.catalogTable match {
    case None =>
      val made = statement.flatMap(new StatementNames(session, _, txn.dataPath).newTable)
      places.of(txn.dataPath, made.toSeq)
    case entry => places.of(txn.dataPath, entry)
  }

  /** With what the catalog tells of a table that is written by its path: for a commit that changes more than rows. */
  lazy val known: TablePlace = places.named(told)
}
