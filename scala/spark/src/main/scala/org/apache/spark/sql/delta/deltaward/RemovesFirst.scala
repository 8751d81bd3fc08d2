package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.CurrentTransactionInfo
import org.apache.spark.sql.delta.actions.{Action, AddFile, RemoveFile}

import io.deltaward.conf.DeltawardConf

/**
 * The order of actions in a commit, of which the specification says that it has no meaning. To mark rows of a file as deleted
 * Delta writes the file with its new deletion vector, and then that the file without it is removed. A client that knows files
 * by their paths alone takes the second for the last word, and drops the file from its checkpoint (trino#31252).
 */
private[deltaward] object RemovesFirst {

  def in(info: CurrentTransactionInfo, session: SparkSession): CurrentTransactionInfo =
    if (session.sessionState.conf.getConf(DeltawardConf.REMOVES_FIRST)) {
      val ordered = apply(info.actions)
      if (ordered eq info.actions) info else info.copy(actions = ordered)
    } else info

  /** Each removal ahead of all files that are added, where some file is both; everything else keeps its place. */
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
