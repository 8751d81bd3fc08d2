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
 * Detects damage in the footer, page headers and indexes of a Parquet file: parses them, writes them again and compares the
 * bytes. The reader of parquet-java ignores damage on which others fail, such as a field of another type or text that is not
 * UTF-8.
 *
 * In a file by parquet-java, which Delta on Spark uses, the bytes must be the same. Other writers encode differently, and
 * write fields that parquet-java does not know. A damaged writer's name makes a file count as theirs. Only the footer of
 * such a file is compared. It is damaged if the rewritten footer has other bytes in the same length, as after damage to a
 * type. It is also damaged if the rewritten footer has more replacement characters, which stand for bytes that are not
 * UTF-8.
 */
private[storage] object ParquetStructures {

  /** Returns what is damaged, in words, or `None`. */
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

  /** Checks the counts in the footer. The reader of parquet-java relies on some of them alone. */
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

  /** Counts replacement characters, which Java reads in place of bytes that are not UTF-8. */
  private def unreadable(text: Array[Byte]): Int =
    new String(text, ISO_8859_1).sliding(Replacement.length).count(_ == Replacement)

  /**
   * Checks whether both forms of each type agree. If they differ, parquet-java reads the older form, and other readers fail.
   */
  private def areTypesOne(metadata: FileMetaData): Boolean = {
    val converter = new ParquetMetadataConverter
    val read = converter.fromParquetMetadata(metadata)
    val again = converter.toParquetMetadata(metadata.getVersion, read).getSchema.asScala
    metadata.getSchema.asScala.zip(again).forall { case (here, other) =>
      !here.isSetLogicalType || !here.isSetConverted_type ||
      here.getLogicalType == other.getLogicalType
    }
  }

  /** Returns the positions at which the footer starts and ends. */
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

  /** Returns the bytes of a structure as stored, and as written again. */
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
