package io.deltaward.storage

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileStatus
import org.apache.parquet.example.data.Group
import org.apache.parquet.hadoop.ParquetReader
import org.apache.parquet.hadoop.api.{InitContext, ReadSupport}
import org.apache.parquet.hadoop.api.ReadSupport.ReadContext
import org.apache.parquet.hadoop.example.GroupReadSupport
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.schema.{GroupType, MessageType}

import io.deltaward.log.ListedFile

/** Reads the data files that a checkpoint file or a sidecar in Parquet lists. */
private[storage] object ParquetFiles {

  private val Column = "add"
  private val (path, statistics) = ("path", "stats")

  /** @throws Exception Parquet's errors, if the file is not Parquet or has other types in these columns */
  def read(status: FileStatus, hadoopConf: Configuration): Seq[ListedFile] = {
    val file = HadoopInputFile.fromStatus(status, hadoopConf)
    val builder = new ParquetReader.Builder[Group](file) {
      override protected def getReadSupport: ReadSupport[Group] = new WantedColumns
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

  private def listed(add: Group): ListedFile = ListedFile(
    add.getString(path, 0),
    Option.when(has(add, statistics))(add.getString(statistics, 0))
  )

  private def has(group: Group, name: String): Boolean =
    group.getType.containsField(name) && group.getFieldRepetitionCount(name) > 0

  final private class WantedColumns extends GroupReadSupport {
    override def init(context: InitContext): ReadContext = {
      val file = context.getFileSchema
      val wanted = file.getFields.asScala.filter(_.getName == Column).map { add =>
        val members = add.asGroupType.getFields.asScala
          .filter(member => member.getName == path || member.getName == statistics)
        new GroupType(add.getRepetition, Column, members.asJava)
      }
      new ReadContext(new MessageType(file.getName, wanted.toSeq: _*))
    }
  }
}
