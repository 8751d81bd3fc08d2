package io.deltaward.concurrency.moved

import org.apache.spark.sql.delta.actions.CommitInfo

import io.deltaward.concurrency.changes.Losing

/** What OPTIMIZE and REORG say of themselves in the table's history, where they commit something else than they made. */
object RewriteMetrics {

  /** Sizes are left out where no file is left to have one, as Delta does. */
  def of(info: CommitInfo, rewrite: Losing): CommitInfo = {
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
      told.removedAll(Quantiles.keys) ++
        figures.collect { case (key, value) if told.contains(key) => key -> value.toString }
    })
  }

  /** As Delta takes them: the file at this part of the way through all of them. */
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
