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
 * commits what it has written in a new transaction if files of the same names are still there. It does not compare their
 * deletion vectors, and would bring deleted rows back.
 *
 * It throws no `DeltaConcurrentModificationException`, after which OPTIMIZE would try again with the same files.
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
