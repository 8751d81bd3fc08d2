package io.deltaward.concurrency.moved

import org.apache.spark.sql.delta.actions.{AddFile, FileAction, RemoveFile}

import io.deltaward.concurrency.changes.{FileChanges, FileRows}
import io.deltaward.concurrency.reads.PartitionValues

/** Finds the output files of a rewrite that can hold the rows of an input file. */
final class Outputs(rewrite: FileChanges, partitions: PartitionValues) {

  private val before = rewrite.removed.values.groupBy(partitions.parse)
  private val after = rewrite.added.values.groupBy(partitions.parse)

  /**
   * Returns the outputs in the file's partition, or all outputs if files do not report their row counts. Returns `None` if
   * the partition has another number of rows than before: the session then reads other rows from it.
   */
  def outputsFor(file: FileAction): Option[Seq[AddFile]] = {
    val partition = partitions.parse(file)
    val here = after.getOrElse(partition, Nil)
    val found =
      (FileRows.known(before.getOrElse(partition, Nil)), FileRows.known(here)) match {
        case (Some(were), Some(are)) => Option.when(were == are)(here)
        case _ => Option.when(here.nonEmpty)(rewrite.added.values)
      }
    found.filter(_ => zonesAgree).map(_.toSeq.sortBy(_.path))
  }

  /**
   * True if the session reads timestamps without a time zone as the rewrite did. Another time zone would shift all of them.
   * Some partition would then have another number of rows than before.
   */
  private lazy val zonesAgree: Boolean =
    !(before.values ++ after.values).flatten.exists(partitions.dependOnZone) ||
      (before.keySet ++ after.keySet).forall { partition =>
        FileRows.areAsMany(before.getOrElse(partition, Nil), after.getOrElse(partition, Nil))
      }

  /**
   * Returns the partitions whose inputs are all in `removed`. No row of their outputs is left, in any file. Leaves out
   * partitions whose files do not report their row counts.
   */
  def allOf(removed: Map[String, RemoveFile]): WholePartitions = {
    val whole = before.filter { case (partition, inputs) =>
      zonesAgree && inputs.forall(isAmong(removed, _)) &&
      FileRows.areAsMany(inputs, after.getOrElse(partition, Nil))
    }
    WholePartitions(
      whole.values.flatten.map(_.path).toSet,
      whole.keys.flatMap(after.getOrElse(_, Nil)).toSeq.sortBy(_.path)
    )
  }

  private def isAmong(removed: Map[String, RemoveFile], input: RemoveFile): Boolean =
    removed.get(input.path)
      .exists(_.getDeletionVectorUniqueId == input.getDeletionVectorUniqueId)
}

/** @param inputs the paths of the input files */
final case class WholePartitions(inputs: Set[String], outputs: Seq[AddFile])
