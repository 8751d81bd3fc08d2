package io.deltaward.concurrency.moved

import org.apache.spark.sql.delta.actions.{AddFile, FileAction, RemoveFile}

import io.deltaward.concurrency.changes.{FileChanges, FileRows}
import io.deltaward.concurrency.reads.PartitionValues

/** Which output files of a rewrite can hold the rows of which input files. */
final class Outputs(rewrite: FileChanges, partitions: PartitionValues) {

  private val before = rewrite.removed.values.groupBy(partitions.of)
  private val after = rewrite.added.values.groupBy(partitions.of)

  /**
   * Those of the same partition, or all of them where files do not tell how many rows they hold. None where the partition
   * does not hold as many rows as before: to the session that reads it, they are not the same rows any more.
   */
  def of(file: FileAction): Option[Seq[AddFile]] = {
    val partition = partitions.of(file)
    val here = after.getOrElse(partition, Nil)
    val found =
      (FileRows.known(before.getOrElse(partition, Nil)), FileRows.known(here)) match {
        case (Some(were), Some(are)) => Option.when(were == are)(here)
        case _ => Option.when(here.nonEmpty)(rewrite.added.values)
      }
    found.filter(_ => zonesAgree).map(_.toSeq.sortBy(_.path))
  }

  /**
   * Whether the session reads moments without a time zone as the rewrite has. Had they been read in another one, all would be
   * moved in time, so that some partition would not hold as many rows as before.
   */
  private lazy val zonesAgree: Boolean =
    !(before.values ++ after.values).flatten.exists(partitions.dependOnZone) ||
      (before.keySet ++ after.keySet).forall { partition =>
        FileRows.areAsMany(before.getOrElse(partition, Nil), after.getOrElse(partition, Nil))
      }

  /**
   * The partitions of which all inputs are among the removed: of their outputs no row is left, whichever file it is in.
   * None where files do not tell how many rows they hold.
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

/** @param inputs their paths */
final case class WholePartitions(inputs: Set[String], outputs: Seq[AddFile])
