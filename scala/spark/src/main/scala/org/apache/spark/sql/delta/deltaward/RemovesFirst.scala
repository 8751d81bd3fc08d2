package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.CurrentTransactionInfo
import org.apache.spark.sql.delta.actions.{Action, AddFile, RemoveFile}

import io.deltaward.conf.DeltawardConf

/**
 * Orders the actions of a commit, whose order has no meaning in the specification. To mark rows of a file as deleted, Delta
 * first writes the `add` with the new deletion vector, then the `remove` without it. Some clients know files by their paths
 * alone and take the `remove` as final. They drop the file from their checkpoint (trino#31252).
 */
private[deltaward] object RemovesFirst {

  def reorder(info: CurrentTransactionInfo, session: SparkSession): CurrentTransactionInfo =
    if (session.sessionState.conf.getConf(DeltawardConf.REMOVES_FIRST)) {
      val ordered = apply(info.actions)
      if (ordered eq info.actions) info else info.copy(actions = ordered)
    } else info

  /** Moves each `remove` before all `add` actions if some file has both. All other actions keep their order. */
  def apply(actions: Seq[Action]): Seq[Action] = {
    val added = actions.collect { case file: AddFile => file.path }.toSet
    val both = actions.exists {
      case file: RemoveFile => added(file.path)
      case _ => false
    }
    if (!both) actions
    else {
      val (removals, others) = actions.partition(_.isInstanceOf[RemoveFile])
      val (before, rest) = others.span(!_.isInstanceOf[AddFile])
      before ++ removals ++ rest
    }
  }
}
