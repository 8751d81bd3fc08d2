package io.deltaward.storage

import java.io.{ByteArrayOutputStream, InputStream, OutputStream}
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.util.Arrays

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.parquet.format.{ColumnChunk, FileMetaData, Util}
import org.apache.parquet.format.converter.ParquetMetadataConverter
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.io.SeekableInputStream

/**
 * Compares the footer, the page headers and the indexes of a Parquet file with what they are when they are written again.
 * The reader here passes over what others fail on: a field of another type, text that is no UTF-8. Of files that
 * parquet-java wrote, as Delta on Spark does, both must be the same. Others write in other ways, and what it does not know,
 * and a damaged name of the writer makes a file theirs: of their footers, what is written again must not hold other bytes in
 * the same length, as it does where a type is damaged, nor characters that stand for text that is none.
 */
private[storage] object ParquetStructures {

  /** What differs, in words. */
  def defect(file: HadoopInputFile): Option[String] =
    Using.resource(file.newStream())(new ParquetStructures(_, file.getLength).defect)

  private val Writer = "parquet-mr version "
  private val Magic = "PAR1".getBytes
  private val Replacement = new String("\ufffd".getBytes(UTF_8), ISO_8859_1)
}

final private class ParquetStructures(in: SeekableInputStream, length: Long) {
  import ParquetStructures._

  private def defect: Option[String] = {
    val (start, end) = footer
    in.seek(start)
    val metadata = Util.readFileMetaData(in)
    val isRead = in.getPos == end
    val isOurs = Option(metadata.getCreated_by).exists(_.startsWith(Writer))
    val (there, again) =
      bothWays[FileMetaData](start)(Util.readFileMetaData, Util.writeFileMetaData)
    val isWritten = Arrays.equals(there, again)
    if (!Arrays.equals(bytes(0, Magic.length), Magic))
      Some("its first bytes are not those of Parquet")
    else if (!areCounted(metadata)) Some("its counts are damaged")
    else if (!isOurs)
      Option.when(
        !isWritten && (there.length == again.length || unreadable(again) > unreadable(there))
      )("its footer is damaged")
    else if (!isRead || !isWritten || !areTypesOne(metadata)) Some("its footer is damaged")
    else
      metadata.getRow_groups.asScala.flatMap(_.getColumns.asScala).collectFirst {
        case chunk if !isWhole(chunk) => "the headers or indexes of its pages are damaged"
      }
  }

  /** The reader here goes by some of these numbers alone. */
  private def areCounted(metadata: FileMetaData): Boolean = {
    val groups = metadata.getRow_groups.asScala
    groups.forall(_.getNum_rows >= 0) &&
    groups.map(_.getNum_rows).sum == metadata.getNum_rows &&
    groups.flatMap(_.getColumns.asScala).forall(isCounted)
  }

  private def isCounted(chunk: ColumnChunk): Boolean =
    Option(chunk.getMeta_data).flatMap(column => Option(column.getStatistics)).forall { counts =>
      (!counts.isSetNull_count || counts.getNull_count >= 0) &&
      (!counts.isSetDistinct_count || counts.getDistinct_count >= 0)
    }

  /** How often what Java reads for bytes that are no UTF-8 is there. */
  private def unreadable(text: Array[Byte]): Int =
    new String(text, ISO_8859_1).sliding(Replacement.length).count(_ == Replacement)

  /** A type is there in two ways. Where they differ, the reader here takes the older one, and others fail. */
  private def areTypesOne(metadata: FileMetaData): Boolean = {
    val converter = new ParquetMetadataConverter
    val read = converter.fromParquetMetadata(metadata)
    val again = converter.toParquetMetadata(metadata.getVersion, read).getSchema.asScala
    metadata.getSchema.asScala.zip(again).forall { case (here, other) =>
      !here.isSetLogicalType || !here.isSetConverted_type ||
      here.getLogicalType == other.getLogicalType
    }
  }

  /** Between which positions the footer is. */
  private def footer: (Long, Long) = {
    val end = length - Magic.length - Integer.BYTES
    val size = java.nio.ByteBuffer.wrap(bytes(end, Integer.BYTES))
      .order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt
    (end - size, end)
  }

  private def isWhole(chunk: ColumnChunk): Boolean = {
    val column = chunk.getMeta_data
    val first =
      if (column.isSetDictionary_page_offset && column.getDictionary_page_offset > 0)
        column.getDictionary_page_offset min column.getData_page_offset
      else column.getData_page_offset
    arePages(first, first + column.getTotal_compressed_size) &&
    (!chunk.isSetColumn_index_offset ||
      isSame(chunk.getColumn_index_offset)(Util.readColumnIndex, Util.writeColumnIndex)) &&
    (!chunk.isSetOffset_index_offset ||
      isSame(chunk.getOffset_index_offset)(Util.readOffsetIndex, Util.writeOffsetIndex))
  }

  @tailrec
  private def arePages(from: Long, until: Long): Boolean =
    if (from >= until) from == until
    else {
      in.seek(from)
      val size = Util.readPageHeader(in).getCompressed_page_size
      val data = in.getPos
      size >= 0 && isSame(from)(Util.readPageHeader, Util.writePageHeader) &&
      arePages(data + size, until)
    }

  private def isSame[T](at: Long)(
      read: InputStream => T,
      write: (T, OutputStream) => Unit
  ): Boolean = {
    val (there, again) = bothWays(at)(read, write)
    Arrays.equals(there, again)
  }

  /** As it is there, and as it is written again. */
  private def bothWays[T](at: Long)(
      read: InputStream => T,
      write: (T, OutputStream) => Unit
  ): (Array[Byte], Array[Byte]) = {
    in.seek(at)
    val value = read(in)
    val there = bytes(at, (in.getPos - at).toInt)
    val again = new ByteArrayOutputStream
    write(value, again)
    (there, again.toByteArray)
  }

  private def bytes(at: Long, count: Int): Array[Byte] = {
    val found = new Array[Byte](count)
    in.seek(at)
    in.readFully(found)
    found
  }
}
