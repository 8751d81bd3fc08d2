package io.deltaward.storage

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileStatus
import org.apache.parquet.example.data.Group
import org.apache.parquet.hadoop.{ParquetFileReader, ParquetReader}
import org.apache.parquet.hadoop.api.{InitContext, ReadSupport}
import org.apache.parquet.hadoop.api.ReadSupport.ReadContext
import org.apache.parquet.hadoop.example.GroupReadSupport
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.schema.{GroupType, MessageType}

import io.deltaward.log.ListedFile

/**
 * Reads the data files that a checkpoint file or a sidecar in Parquet lists.
 *
 * @param columns columns to read, of those in the object [[ParquetFiles]]
 */
final private[storage] class ParquetFiles(columns: Set[String], hadoopConf: Configuration) {
  import ParquetFiles._

  /**
   * Returns how many bytes of a file the columns take.
   *
   * @throws Exception Parquet's errors, if the file is not Parquet
   */
  def size(status: FileStatus): Long =
    Using.resource(ParquetFileReader.open(HadoopInputFile.fromStatus(status, hadoopConf))) {
      _.getRowGroups.asScala
        .flatMap(_.getColumns.asScala)
        .filter(chunk => columns.exists(Seq(Column, _) == chunk.getPath.toArray.toSeq))
        .map(_.getTotalSize)
        .sum
    }

  /** @throws Exception Parquet's errors, if the file is not Parquet or has other types in these columns */
  def read(status: FileStatus): Seq[ListedFile] = {
    val file = HadoopInputFile.fromStatus(status, hadoopConf)
    val builder = new ParquetReader.Builder[Group](file) {
      override protected def getReadSupport: ReadSupport[Group] = new WantedColumns(columns)
    }
    Using.resource(builder.build()) { reader =>
      Iterator
        .continually(reader.read())
        .takeWhile(_ != null)
        .filter(row => has(row, Column))
        .map(row => listed(row.getGroup(Column, 0)))
        .toList
    }
  }
}

private[storage] object ParquetFiles {

  private val Column = "add"
  private val (path, statistics) = ("path", "stats")

  /** The column of paths. */
  val Paths: Set[String] = Set(path)

  /** The columns of paths and of statistics. These take most bytes of a checkpoint. */
  val PathsAndStatistics: Set[String] = Set(path, statistics)

  private def listed(add: Group): ListedFile = ListedFile(
    add.getString(path, 0),
    Option.when(has(add, statistics))(add.getString(statistics, 0))
  )

  private def has(group: Group, name: String): Boolean =
    group.getType.containsField(name) && group.getFieldRepetitionCount(name) > 0

  final private class WantedColumns(columns: Set[String]) extends GroupReadSupport {
    override def init(context: InitContext): ReadContext = {
      val file = context.getFileSchema
      val wanted = file.getFields.asScala.filter(_.getName == Column).map { add =>
        val members = add.asGroupType.getFields.asScala
          .filter(member => columns(member.getName))
        new GroupType(add.getRepetition, Column, members.asJava)
      }
      new ReadContext(new MessageType(file.getName, wanted.toSeq: _*))
    }
  }
}
