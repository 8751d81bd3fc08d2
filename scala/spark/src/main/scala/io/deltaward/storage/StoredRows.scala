package io.deltaward.storage

import java.io.{DataOutputStream, OutputStream}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.security.{DigestOutputStream, MessageDigest}
import java.util.{Locale, PrimitiveIterator}

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.parquet.HadoopReadOptions
import org.apache.parquet.column.{ColumnDescriptor, ColumnReader}
import org.apache.parquet.column.impl.ColumnReadStoreImpl
import org.apache.parquet.column.page.PageReadStore
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter
import org.apache.parquet.filter2.compat.FilterCompat
import org.apache.parquet.filter2.predicate.{FilterApi, FilterPredicate}
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.internal.column.columnindex.OffsetIndex
import org.apache.parquet.internal.filter2.columnindex.RowRanges
import org.apache.parquet.io.api.Binary
import org.apache.parquet.schema.{LogicalTypeAnnotation, MessageType, PrimitiveType}
import org.apache.parquet.schema.LogicalTypeAnnotation.{
  DateLogicalTypeAnnotation,
  TimestampLogicalTypeAnnotation
}
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName._
import org.apache.parquet.schema.Type.Repetition

/**
 * A row as a Parquet file stores it.
 *
 * @param position row number in the file, from 0
 * @param digest   SHA-256 of the stored columns, bit by bit. Equal rows have equal digests if their files store them alike
 * @param id       row id, if the file stores one for the row
 * @param keys     values that can rule out pages of other files, by column
 */
final case class StoredRow(
    position: Long,
    digest: String,
    id: Option[Long],
    keys: Map[String, Any]
)

/**
 * Reads single rows of Parquet files, and only the pages that hold them. A column that a file lacks is null in its rows.
 *
 * @param columns names of the table's columns in its files; the digest covers all of them
 * @param ids     name of the column that holds row ids
 */
final class StoredRows(columns: Set[String], ids: Option[String]) {
  import StoredRows.closePages

  /**
   * Reads the rows at these positions.
   *
   * @throws Exception if the file is damaged, or does not say on which of its pages a row is
   */
  def readAt(file: HadoopInputFile, positions: Set[Long]): Seq[StoredRow] =
    Using.resource(ParquetFileReader.open(file)) { reader =>
      val schema = requested(reader)
      reader.getRowGroups.asScala.toSeq.zipWithIndex.flatMap { case (group, i) =>
        val here = positions.map(_ - group.getRowIndexOffset)
          .filter(at => at >= 0 && at < group.getRowCount)
        StoredRows.runs(here.toSeq.sorted).flatMap { run =>
          // The concrete class is private to Parquet.
          val pages: PageReadStore =
            reader.readFilteredRowGroup(i, StoredRows.range(run, group.getRowCount))
          Using.resource(pages)(read(reader, schema, _)).filter(row => positions(row.position))
        }
      }
    }

  /**
   * Reads all rows that can be one of the wanted rows, by the bounds of row groups and pages. The result can hold other rows
   * too. Verify each found row by itself, with [[readAt]].
   *
   * @return `None` if more than `most` rows would be read
   */
  def findEqual(
      file: HadoopInputFile,
      wanted: Seq[StoredRow],
      most: Long
  ): Option[Seq[StoredRow]] = {
    val schema = Using.resource(ParquetFileReader.open(file))(_.getFileMetaData.getSchema)
    val filter = predicate(wanted, schema).fold(FilterCompat.NOOP)(FilterCompat.get)
    val options = HadoopReadOptions.builder(file.getConfiguration).withRecordFilter(filter).build()
    Using.resource(ParquetFileReader.open(file, options)) { reader =>
      val whole = requested(reader)
      Option.when(reader.getFilteredRecordCount <= most) {
        reader.getRowGroups.asScala.indices.flatMap { i =>
          Option(reader.readFilteredRowGroup(i))
            .fold(Seq.empty[StoredRow])(Using.resource(_)(read(reader, whole, _)))
        }
      }
    }
  }

  /** Returns how many columns are read for each row. */
  def width: Int = columns.size + ids.size

  /** Checks whether the file has each column under its exact name. */
  def hasAll(file: HadoopInputFile): Boolean =
    Using.resource(ParquetFileReader.open(file)) { reader =>
      columns.forall(reader.getFileMetaData.getSchema.containsField)
    }

  /**
   * Restricts a reader to the wanted columns and returns their schema.
   *
   * @throws IllegalArgumentException if a column's name differs by its case, or the file has none of the columns
   */
  private def requested(reader: ParquetFileReader): MessageType = {
    val schema = reader.getFileMetaData.getSchema
    val fields = schema.getFields.asScala.filter(field => (columns ++ ids)(field.getName))
    val known = columns.map(_.toLowerCase(Locale.ROOT))
    val others = schema.getFields.asScala.map(_.getName).filterNot(columns)
    require(
      !others.exists(name => known(name.toLowerCase(Locale.ROOT))),
      "a column's name differs by its case"
    )
    require(fields.exists(field => columns(field.getName)), "no column is in the file")
    val some = new MessageType(schema.getName, fields.asJava)
    reader.setRequestedSchema(some)
    some
  }

  private def read(
      reader: ParquetFileReader,
      schema: MessageType,
      pages: PageReadStore
  ): Seq[StoredRow] = {
    val offset = pages.getRowIndexOffset.orElseThrow()
    val indexes = pages.getRowIndexes
      .map[Iterator[Long]](StoredRows.iterator(_))
      .orElseGet(() => Iterator.iterate(0L)(_ + 1).takeWhile(_ < pages.getRowCount))
    val rows = indexes.map(index => new RowInMaking(offset + index, ids)).toVector
    val store = new ColumnReadStoreImpl(
      pages,
      new GroupRecordConverter(schema).getRootConverter,
      schema,
      reader.getFileMetaData.getCreatedBy
    )
    schema.getColumns.asScala.sortBy(_.getPath.mkString("\u0000")).foreach { column =>
      val name = column.toString + StoredRows.repetitions(schema, column) +
        (if (StoredRows.isTime(column)) calendar(reader) else "")
      val values = store.getColumnReader(column)
      // A null column counts as a missing one. A column that cannot be null, such as a list without a group, is always
      // there.
      val isThere = !schema.getType(column.getPath.take(1): _*).isRepetition(Repetition.OPTIONAL)
      rows.foreach(_.take(name, column, values, isThere))
    }
    rows.map(_.made)
  }

  /**
   * Returns the file properties that decide how Spark reads dates and timestamps. The same bits mean other days in files of
   * another calendar.
   */
  private def calendar(reader: ParquetFileReader): String = {
    val told = reader.getFileMetaData.getKeyValueMetaData.asScala
    StoredRows.Calendar.map(told.get).mkString(", ")
  }

  /**
   * Returns a filter for the wanted rows. It leaves out columns whose bounds have no clear order, and names that Parquet
   * would read as paths.
   */
  private def predicate(wanted: Seq[StoredRow], schema: MessageType): Option[FilterPredicate] = {
    val byColumn = wanted.map(_.keys.keySet).reduceOption(_.intersect(_)).getOrElse(Set.empty)
    val ofColumns = byColumn.toSeq.filter(schema.containsField).filterNot(_.contains('.'))
      .flatMap(column => StoredRows.filterFor(schema, column, wanted.map(_.keys(column))))
    val ofIds = ids.filter(schema.containsField).filter(_ => wanted.forall(_.id.isDefined))
      .flatMap(StoredRows.filterFor(schema, _, wanted.flatMap(_.id)))
    (ofColumns ++ ofIds).reduceOption(FilterApi.and)
  }
}

private object StoredRows {

  def iterator(of: PrimitiveIterator.OfLong): Iterator[Long] =
    Iterator.continually(of).takeWhile(_.hasNext).map(_.nextLong())

  /**
   * Groups positions near each other into runs, each with its first and last position. Read one run at a time: given several
   * runs, Parquet's readers can return a wrong row instead of the last wanted row, if that row is alone on its page.
   */
  def runs(positions: Seq[Long]): Seq[(Long, Long)] =
    positions.foldLeft(Vector.empty[(Long, Long)]) {
      case (done :+ ((first, last)), next) if next - last < Near => done :+ (first -> next)
      case (done, next) => done :+ (next -> next)
    }

  private val Near = 100

  /** The Parquet of Spark 3.5 has pages that need not be closed. */
  implicit private val closePages: Using.Releasable[PageReadStore] = (pages: PageReadStore) =>
    Option[Any](pages).foreach {
      case open: AutoCloseable => open.close()
      case _ => ()
    }

  /** Returns a run as a range of rows. Parquet makes ranges from pages, so the run is passed as one page. */
  def range(run: (Long, Long), rows: Long): RowRanges = {
    val page = new OffsetIndex {
      override def getPageCount: Int = 1
      override def getOffset(page: Int): Long = 0
      override def getCompressedPageSize(page: Int): Int = 0
      override def getFirstRowIndex(page: Int): Long = run._1
      override def getLastRowIndex(page: Int, total: Long): Long = run._2
    }
    RowRanges.create(rows, java.util.stream.IntStream.of(0).iterator(), page)
  }

  def filterFor(schema: MessageType, column: String, values: Seq[Any]): Option[FilterPredicate] = {
    def all[A] = values.map(_.asInstanceOf[A]).toSet.asJava
    val field = schema.getType(schema.getFieldIndex(column))
    if (!field.isPrimitive) None
    else
      (field.asPrimitiveType.getPrimitiveTypeName, values.head) match {
        case (INT32, _: Int) =>
          Some(FilterApi.in(FilterApi.intColumn(column), all[java.lang.Integer]))
        case (INT64, _: Long) =>
          Some(FilterApi.in(FilterApi.longColumn(column), all[java.lang.Long]))
        case (BINARY, _: Binary) =>
          Some(FilterApi.in(FilterApi.binaryColumn(column), all[Binary]))
        case _ => None
      }
  }

  /** Describes which groups around a value can be null or repeat. A level means something else if they differ. */
  def repetitions(schema: MessageType, column: ColumnDescriptor): String =
    column.getPath.indices.map(n => schema.getType(column.getPath.take(n + 1): _*).getRepetition)
      .mkString(" ", " ", "")

  val Calendar: Seq[String] =
    Seq("version", "legacyDateTime", "legacyINT96", "timeZone").map("org.apache.spark." + _)

  def isTime(column: ColumnDescriptor): Boolean = {
    val of = column.getPrimitiveType
    of.getPrimitiveTypeName == INT96 ||
    (of.getLogicalTypeAnnotation match {
      case _: DateLogicalTypeAnnotation | _: TimestampLogicalTypeAnnotation => true
      case _ => false
    })
  }

  /** Limits the length of text keys: Parquet has no more precise bounds for longer texts, and rows are kept in memory. */
  val LongestKey = 64

  /** Checks whether a column holds one value per row, and Parquet's bounds for its type have one order. */
  def isKey(column: ColumnDescriptor): Boolean =
    column.getPath.length == 1 && column.getMaxRepetitionLevel == 0 && {
      val of: PrimitiveType = column.getPrimitiveType
      of.getPrimitiveTypeName match {
        case INT32 | INT64 => true
        case BINARY => of.getLogicalTypeAnnotation == LogicalTypeAnnotation.stringType()
        case _ => false
      }
    }
}

/** Builds one row from the values of each column. */
private class RowInMaking(position: Long, ids: Option[String]) {
  private val sha = MessageDigest.getInstance("SHA-256")
  private val out =
    new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream, sha))
  private val keys = mutable.Map.empty[String, Any]
  private var id: Option[Long] = None

  /**
   * Adds the row's values of one column.
   *
   * @param name    name of the column with its type
   * @param isThere whether the column counts as present at any definition level
   */
  def take(
      name: String,
      column: ColumnDescriptor,
      values: ColumnReader,
      isThere: Boolean
  ): Unit = {
    val isId = column.getPath.length == 1 && ids.contains(column.getPath.head)
    do {
      val level = values.getCurrentDefinitionLevel
      val present = level == column.getMaxDefinitionLevel
      if (isId) id = Option.when(present)(values.getLong)
      else if (isThere || level > 0) {
        out.writeUTF(name)
        out.writeInt(values.getCurrentRepetitionLevel)
        out.writeInt(level)
        if (present) add(column, values)
      }
      values.consume()
    } while (values.getCurrentRepetitionLevel > 0)
  }

  private def add(column: ColumnDescriptor, values: ColumnReader): Unit = {
    val key = column.getPrimitiveType.getPrimitiveTypeName match {
      case INT32 =>
        val value = values.getInteger
        out.writeInt(value)
        value
      case INT64 =>
        val value = values.getLong
        out.writeLong(value)
        value
      case BOOLEAN => out.writeBoolean(values.getBoolean)
      case FLOAT => out.writeInt(java.lang.Float.floatToRawIntBits(values.getFloat))
      case DOUBLE => out.writeLong(java.lang.Double.doubleToRawLongBits(values.getDouble))
      case BINARY | FIXED_LEN_BYTE_ARRAY | INT96 =>
        val bytes = values.getBinary.getBytes
        out.writeInt(bytes.length)
        out.write(bytes)
        Binary.fromConstantByteArray(bytes)
    }
    val isShort = key match {
      case text: Binary => text.length <= StoredRows.LongestKey
      case _ => true
    }
    if (isShort && StoredRows.isKey(column)) keys(column.getPath.head) = key
  }

  def made: StoredRow =
    StoredRow(position, new String(sha.digest(), ISO_8859_1), id, keys.toMap)
}
