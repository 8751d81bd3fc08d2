package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{
  DeletionVectorsTableFeature,
  DeltaOperations,
  OptimisticTransaction
}
import org.apache.spark.sql.delta.actions.{Action, RemoveFile}
import org.apache.spark.sql.functions.col

import io.deltaward.errors.Errors

/**
 * Refuses a rewrite of files whose deletion vectors another commit has changed. After a conflict, OPTIMIZE of Delta 3.2
 * starts a new transaction. It commits there if the files that it replaces still exist by name. It does not compare their
 * deletion vectors, and would bring deleted rows back.
 *
 * The error is no `DeltaConcurrentModificationException`: after one, OPTIMIZE would try again with the same files.
 */
trait RewriteOfLiveFiles extends OptimisticTransaction {

  override protected def prepareCommit(
      actions: Seq[Action],
      op: DeltaOperations.Operation
  ): Seq[Action] = {
    op match {
      case _: DeltaOperations.OptimizeOrReorg
          if snapshot.protocol.isFeatureSupported(DeletionVectorsTableFeature) =>
        requireLive(actions.collect { case file: RemoveFile => file }, op)
      case _ => ()
    }
    super.prepareCommit(actions, op)
  }

  private def requireLive(removed: Seq[RemoveFile], op: DeltaOperations.Operation): Unit = {
    val live = snapshot.allFiles.where(col("path").isin(removed.map(_.path): _*)).collect()
      .map(file => (file.path, file.getDeletionVectorUniqueId)).toSet
    removed.find(file => !live((file.path, file.getDeletionVectorUniqueId))).foreach { file =>
      throw Errors.outdatedRewrite(TransactionView.nameOf(this), op.name, file.path)
    }
  }
}
