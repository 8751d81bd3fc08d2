package org.apache.spark.sql.delta.deltaward

import scala.collection.concurrent.TrieMap
import scala.jdk.CollectionConverters._
import scala.util.Using
import scala.util.control.NonFatal

import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.internal.Logging
import org.apache.spark.sql.Dataset
import org.apache.spark.sql.catalyst.plans.logical.Repartition
import org.apache.spark.sql.classic
import org.apache.spark.sql.delta.{CurrentTransactionInfo, Snapshot}
import org.apache.spark.sql.delta.actions.{Action, AddFile, CommitInfo, FileAction}
import org.apache.spark.sql.delta.files.TahoeBatchFileIndex
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}

import io.deltaward.concurrency.changes.{Stretch, Stretches}

/**
 * Notes where one transaction of OPTIMIZE or REORG puts the rows of its inputs, bin by bin. The plan of each write shows
 * this: the files that one task reads are in its output in the same order. The note goes into `commitInfo`, where other
 * engines ignore it. A commit that loses to the rewrite finds its rows by the note.
 */
final class RewriteNotes extends Logging {

  private val byOutput = TrieMap.empty[String, Seq[Stretch]]

  /** Runs the write of a bin, in any thread, and notes where its rows go. */
  def record(snapshot: Snapshot, data: Dataset[_])(write: => Seq[FileAction]): Seq[FileAction] = {
    val order =
      try stretches(snapshot, data)
      catch {
        case error @ (NonFatal(_) | _: LinkageError) =>
          logInfo("deltaward does not record where this statement moves rows", error)
          None
      }
    val written = write
    (order, written) match {
      case (Some(found), Seq(output: AddFile))
          if output.numLogicalRecords.contains(found.map(_.rows).sum) =>
        byOutput.put(output.path, found): Unit
      case _ =>
    }
    written
  }

  /** Returns the notes on the outputs that are among the actions. */
  def stretchesOf(actions: Seq[Action]): Stretches =
    if (byOutput.isEmpty) Stretches.none
    else
      Stretches(actions.collect { case file: AddFile => file.path }
        .flatMap(path => byOutput.get(path).map(path -> _)).toMap)

  def addTo(info: CurrentTransactionInfo): CurrentTransactionInfo =
    stretchesOf(info.actions).text.fold(info) { text =>
      val tag = Stretches.Tag -> text
      info.copy(commitInfo =
        info.commitInfo.map(told => told.copy(tags = Some(told.tags.getOrElse(Map.empty) + tag)))
      )
    }

  /** Returns the order of the rows, or `None` if the write puts them in another order. */
  private def stretches(snapshot: Snapshot, data: Dataset[_]): Option[Seq[Stretch]] = data match {
    case here: classic.Dataset[_] =>
      here.queryExecution.analyzed match {
        case Repartition(1, false, _) =>
          here.queryExecution.executedPlan.collect { case scan: FileSourceScanExec => scan } match {
            case Seq(scan) => stretches(snapshot, scan)
            case _ => None
          }
        case _ => None
      }
    case _ => None
  }

  private def stretches(snapshot: Snapshot, scan: FileSourceScanExec): Option[Seq[Stretch]] =
    scan.relation.location match {
      case index: TahoeBatchFileIndex =>
        val files =
          index.addFiles.map(file => TableRows.urlOf(snapshot, file) -> file).toMap
        val pieces = scan.inputRDDs().flatMap(_.partitions).collect {
          case partition: FilePartition => partition.files.toSeq
        }.flatten
        val split = pieces.groupBy(_.urlEncodedPath).collect { case (url, Seq(_, _, _*)) => url }
        if (split.size > RewriteNotes.MostSplit || split.exists(files(_).deletionVector != null))
          None
        else {
          val groups = split.map(url => url -> groupsOf(snapshot, files(url))).toMap
          Some(pieces.flatMap(piece => stretches(piece, files, groups)))
        }
      case _ => None
    }

  private def stretches(
      piece: PartitionedFile,
      files: Map[String, AddFile],
      groups: Map[String, Seq[RowGroup]]
  ): Seq[Stretch] = {
    val file = files(piece.urlEncodedPath)
    groups.get(piece.urlEncodedPath) match {
      case Some(all) => all
          .filter(g => piece.start <= g.middle && g.middle < piece.start + piece.length)
          .map(g => Stretch(file.path, g.first, g.rows))
      case None => Seq(Stretch(file.path, 0, file.numLogicalRecords.get))
    }
  }

  private def groupsOf(snapshot: Snapshot, file: AddFile): Seq[RowGroup] = {
    val input = HadoopInputFile
      .fromPath(FilePaths.absolute(file, snapshot.deltaLog), snapshot.deltaLog.newDeltaHadoopConf())
    Using.resource(ParquetFileReader.open(input))(_.getRowGroups.asScala.toSeq.map { group =>
      RowGroup(
        group.getStartingPos + group.getCompressedSize / 2,
        group.getRowIndexOffset,
        group.getRowCount
      )
    })
  }
}

object RewriteNotes {

  /**
   * Maximum number of files that Spark reads in several pieces. Their footers must be read to tell which rows are in which
   * piece.
   */
  private val MostSplit = 100

  /** Returns the note of a commit, if it has one. */
  def read(info: CommitInfo): Option[String] = info.tags.flatMap(_.get(Stretches.Tag))
}

/**
 * @param middle the middle byte of the group, by which Spark assigns it to a piece
 * @param first  the index of its first row
 */
private case class RowGroup(middle: Long, first: Long, rows: Long)
