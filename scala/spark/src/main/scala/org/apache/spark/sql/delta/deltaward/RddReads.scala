package org.apache.spark.sql.delta.deltaward

import scala.annotation.tailrec

import org.apache.spark.rdd.{CheckpointRDD, EmptyRDD, ParallelCollectionRDD, RDD}
import org.apache.spark.sql.execution.datasources.{FilePartition, FileScanRDD}
import org.apache.spark.sql.execution.datasources.jdbc.JDBCRDD
import org.apache.spark.sql.execution.datasources.v2.{DataSourceRDD, DataSourceRDDPartition}

import io.deltaward.concurrency.reads.{ConnectorPartitions, PlanReads, Reads, TableDirectory}

/**
 * Determines what an RDD reads, by its lineage. Its files were chosen when it was created, but are read later. Files of the
 * table itself are left to Delta.
 */
final class RddReads(directory: TableDirectory) {

  def findIn(rdd: RDD[_]): Reads = sources(List(rdd), Set.empty, Nil)
    .fold[Reads](Reads.Unknown)(found => Reads.worst(found.map(ofSource)))

  /** Returns the RDDs without a parent, or `None` if there are too many to look at. */
  @tailrec
  private def sources(
      open: List[RDD[_]],
      seen: Set[Int],
      found: List[RDD[_]]
  ): Option[Seq[RDD[_]]] =
    open match {
      case Nil => Some(found)
      case _ if seen.size > RddReads.Most => None
      case next :: rest if seen(next.id) => sources(rest, seen, found)
      case next :: rest =>
        val parents = next.dependencies.map(_.rdd).toList
        sources(parents ++ rest, seen + next.id, if (parents.isEmpty) next :: found else found)
    }

  private def ofSource(rdd: RDD[_]): Reads = rdd match {
    case _: ParallelCollectionRDD[_] | _: EmptyRDD[_] | _: JDBCRDD => Reads.Recorded
    // A checkpointed RDD holds rows that were read before the statement. They no longer change.
    case _: CheckpointRDD[_] => Reads.Recorded
    case files: FileScanRDD => ofFiles(files.filePartitions)
    case source: DataSourceRDD =>
      Reads.worst(
        source.partitions.toSeq
          .collect { case partition: DataSourceRDDPartition =>
            ConnectorPartitions.unwrap(partition)
          }
          .flatten
          .map {
            case files: FilePartition => ofFiles(Seq(files))
            case other => PlanReads.ofConnector(other)
          }
      )
    case _ => Reads.Unknown
  }

  private def ofFiles(partitions: Seq[FilePartition]): Reads = {
    val paths = partitions.flatMap(_.files.map(_.filePath.toPath))
    if (paths.map(_.getParent).distinct.exists(directory.holds)) Reads.Unknown
    else Reads.RecordedUnlessCloned
  }
}

object RddReads {
  private val Most = 1000
}
