package io.deltaward.storage

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileStatus
import org.apache.parquet.example.data.Group
import org.apache.parquet.filter2.compat.FilterCompat
import org.apache.parquet.filter2.predicate.FilterApi
import org.apache.parquet.hadoop.ParquetReader
import org.apache.parquet.hadoop.api.{InitContext, ReadSupport}
import org.apache.parquet.hadoop.api.ReadSupport.ReadContext
import org.apache.parquet.hadoop.example.GroupReadSupport
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.io.api.Binary
import org.apache.parquet.schema.MessageType

import io.deltaward.log.LogContents

/**
 * Reads a checkpoint, or a part of one, in Parquet (PROTOCOL.md, Checkpoint Schema). It reads only the columns `protocol`,
 * `metaData` and `domainMetadata`, and only pages with a value. The list of data files stays on disk.
 */
private[storage] object ParquetCheckpoint {

  private val columns = Set("protocol", "metaData", "domainMetadata")

  private val hasValue = FilterCompat.get(
    FilterApi.or(
      FilterApi.notEq(FilterApi.intColumn("protocol.minReaderVersion"), null: Integer),
      FilterApi.or(
        FilterApi.notEq(FilterApi.binaryColumn("metaData.id"), null: Binary),
        FilterApi.notEq(FilterApi.binaryColumn("domainMetadata.domain"), null: Binary)
      )
    )
  )

  /** @throws Exception Parquet's errors, if the file is not Parquet or has other types in these columns */
  def read(status: FileStatus, hadoopConf: Configuration): LogContents = {
    val file = HadoopInputFile.fromStatus(status, hadoopConf)
    val builder = new ParquetReader.Builder[Group](file) {
      override protected def getReadSupport: ReadSupport[Group] = new WantedColumns
    }
    Using.resource(builder.withFilter(hasValue).build()) { reader =>
      Iterator
        .continually(reader.read())
        .takeWhile(_ != null)
        .map(CheckpointRow.contents)
        .foldLeft(LogContents())(_ mergeOnto _)
    }
  }

  final private class WantedColumns extends GroupReadSupport {
    override def init(context: InitContext): ReadContext = {
      val file = context.getFileSchema
      val read = file.getFields.asScala.filter(field => columns(field.getName))
      new ReadContext(new MessageType(file.getName, read.asJava))
    }
  }
}
