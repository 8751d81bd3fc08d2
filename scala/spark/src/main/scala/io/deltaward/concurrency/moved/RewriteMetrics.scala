package io.deltaward.concurrency.moved

import org.apache.spark.sql.delta.actions.CommitInfo

import io.deltaward.concurrency.changes.Losing

/** Corrects the metrics of OPTIMIZE and REORG in the table's history if they commit other files than they wrote. */
object RewriteMetrics {

  /**
   * Returns the commit information with the metrics of the rewrite. Like Delta, it leaves out file sizes if the rewrite adds
   * no file.
   */
  def correct(info: CommitInfo, rewrite: Losing): CommitInfo = {
    val (outputs, inputs) = (rewrite.changes.added.values, rewrite.changes.removed.values)
    val sizes = outputs.map(_.size).toVector.sorted
    val figures = Map(
      "numAddedFiles" -> outputs.size.toLong,
      "numRemovedFiles" -> inputs.size.toLong,
      "numAddedBytes" -> sizes.sum,
      "numRemovedBytes" -> inputs.flatMap(_.size).sum,
      "numDeletionVectorsRemoved" -> inputs.count(_.deletionVector != null).toLong
    ) ++ quantiles(sizes)
    info.copy(operationMetrics = info.operationMetrics.map { told =>
      told -- Quantiles.keys ++
        figures.collect { case (key, value) if told.contains(key) => key -> value.toString }
    })
  }

  /** The index of each quantile in the sorted file sizes, as Delta computes it. */
  private val Quantiles: Map[String, Int => Int] = Map(
    "minFileSize" -> (_ => 0),
    "p25FileSize" -> (_ / 4),
    "p50FileSize" -> (_ / 2),
    "p75FileSize" -> (_ * 3 / 4),
    "maxFileSize" -> (_ - 1)
  )

  private def quantiles(sizes: Vector[Long]): Map[String, Long] =
    if (sizes.isEmpty) Map.empty
    else Quantiles.map { case (key, at) => key -> sizes(at(sizes.length)) }
}
