package io.deltaward.storage

import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileStatus
import org.apache.parquet.example.data.Group
import org.apache.parquet.hadoop.{ParquetFileReader, ParquetReader}
import org.apache.parquet.hadoop.api.{InitContext, ReadSupport}
import org.apache.parquet.hadoop.api.ReadSupport.ReadContext
import org.apache.parquet.hadoop.example.GroupReadSupport
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.schema.MessageType

import io.deltaward.log.SidecarReference

/**
 * Reads the sidecars that a checkpoint file in Parquet names. A v2 checkpoint has the column `sidecar`, whichever way its
 * file is named.
 */
private[storage] object ParquetSidecars {

  private val Column = "sidecar"

  /**
   * Returns the sidecars, or none if the file lacks the column.
   *
   * @throws Exception Parquet's errors, if the file is not Parquet or has other types in this column
   */
  def read(status: FileStatus, hadoopConf: Configuration): Seq[SidecarReference] = {
    val file = HadoopInputFile.fromStatus(status, hadoopConf)
    val schema = Using.resource(ParquetFileReader.open(file))(_.getFileMetaData.getSchema)
    if (!schema.containsField(Column)) Nil
    else {
      val builder = new ParquetReader.Builder[Group](file) {
        override protected def getReadSupport: ReadSupport[Group] = new OneColumn
      }
      Using.resource(builder.build()) { reader =>
        Iterator
          .continually(reader.read())
          .takeWhile(_ != null)
          .filter(_.getFieldRepetitionCount(Column) > 0)
          .map(_.getGroup(Column, 0))
          .map(group =>
            SidecarReference(group.getString("path", 0), group.getLong("sizeInBytes", 0))
          )
          .toSeq
      }
    }
  }

  final private class OneColumn extends GroupReadSupport {
    override def init(context: InitContext): ReadContext = {
      val file = context.getFileSchema
      new ReadContext(new MessageType(file.getName, file.getFields.get(file.getFieldIndex(Column))))
    }
  }
}
