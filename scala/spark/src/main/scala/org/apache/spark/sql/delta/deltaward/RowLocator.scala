package org.apache.spark.sql.delta.deltaward

import java.util.Arrays

import scala.util.control.NonFatal

import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumnsUtils.EXISTS_DEFAULT_COLUMN_METADATA_KEY
import org.apache.spark.sql.delta.{
  DeltaColumnMapping,
  IdMapping,
  MaterializedRowId,
  RowTracking,
  Snapshot
}
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.concurrency.changes.{RowPosition, Stretches}
import io.deltaward.storage.{StoredRow, StoredRows}

/**
 * Finds rows again in the files of a rewrite, and reads little of them. It looks at the places that the rewrite has noted.
 * Without them, it reads the pages that can hold the rows' values or row ids. Two rows are the same if their files store the
 * same for them. Rows that files store in different ways are not found.
 */
final class RowLocator(snapshot: Snapshot, vectors: DeletionVectorFiles) extends Logging {
  import RowLocator._

  private val metadata = snapshot.metadata

  private lazy val idColumn: Option[String] =
    Option.when(RowTracking.isEnabled(snapshot.protocol, metadata))(
      MaterializedRowId.getMaterializedColumnNameOrThrow(snapshot.protocol, metadata, metadata.id)
    )

  private lazy val stored = {
    val partitions = metadata.partitionColumns.toSet
    val fields = metadata.schema.fields.filterNot(field => partitions(field.name))
    new StoredRows(fields.map(DeltaColumnMapping.getPhysicalName).toSet, idColumn)
  }

  /** @see [[io.deltaward.concurrency.changes.RowSource.located]] */
  def places(
      lost: Map[AddFile, RoaringBitmapArray],
      files: Seq[AddFile],
      stretches: Stretches
  ): Option[Seq[RowPosition]] =
    // Under mapping by field id, a column can have any name in a file. With defaults, a missing column need not be null.
    if (metadata.columnMappingMode == IdMapping || hasOtherDefaults) None
    else
      try {
        val count = lost.values.map(_.cardinality).sum
        if (count * stored.width > MostPages) None
        else {
          val wanted = lost.toSeq.flatMap { case (file, at) => read(file, at.toArray.toSet) }
          if (wanted.size.toLong != count) None
          else noted(wanted, files, stretches).orElse(searched(wanted, files))
        }
      } catch {
        // Another version of Parquet may lack what this one has.
        case error @ (NonFatal(_) | _: LinkageError) =>
          logInfo("Whole files must be read to locate rows", error)
          None
      }

  private def hasOtherDefaults: Boolean =
    metadata.schema.exists(_.metadata.contains(EXISTS_DEFAULT_COLUMN_METADATA_KEY))

  private def noted(
      wanted: Seq[LocatedRow],
      outputs: Seq[AddFile],
      stretches: Stretches
  ): Option[Seq[RowPosition]] = {
    val places = wanted.flatMap(row => stretches.place(row.file.path, row.number).map(row -> _))
    val there = at(places.map(_._2), outputs)
    val same = places.filter { case (row, place) => there.get(place).exists(_.isSameAs(row)) }
    Option.when(same.size == wanted.size && there.size == wanted.size)(same.map(_._2))
  }

  private def searched(wanted: Seq[LocatedRow], outputs: Seq[AddFile]): Option[Seq[RowPosition]] =
    if (outputs.size > MostFiles) None
    else {
      val counts = wanted.groupMapReduce(_.image)(_ => 1)(_ + _)
      val found = alike(wanted, outputs).filter(_.isLive).groupBy(_.image).toSeq
        .flatMap { case (image, all) => all.take(counts.getOrElse(image, 0)) }
      val there = at(found.map(_.position), outputs)
      Option.when(
        found.size == wanted.size &&
          found.forall(row => there.get(row.position).exists(_.isSameAs(row)))
      )(found.map(_.position))
    }

  /** Returns rows with the digests of the wanted ones, or none if too many rows would have to be read. */
  private def alike(wanted: Seq[LocatedRow], outputs: Seq[AddFile]): Seq[LocatedRow] = {
    val rows = wanted.map(found => found.row.copy(id = found.id))
    val digests = rows.map(_.digest).toSet
    outputs.foldLeft(Option((Vector.empty[LocatedRow], MostRows))) { (soFar, file) =>
      for {
        (found, left) <- soFar
        here <- stored.findEqual(input(file), rows, left)
      } yield {
        val same = here.filter(row => digests(row.digest)).map(new LocatedRow(file, _))
        (found ++ same, left - here.size)
      }
    }.fold(Seq.empty[LocatedRow])(_._1)
  }

  /** Returns the live rows at these places. Skips a file that lacks a column under its exact name. */
  private def at(places: Seq[RowPosition], outputs: Seq[AddFile]): Map[RowPosition, LocatedRow] = {
    val wanted = places.groupMap(_.path)(_.index)
    outputs.filter(file => wanted.contains(file.path) && stored.hasAll(input(file)))
      .flatMap(file => read(file, wanted(file.path).toSet))
      .filter(_.isLive)
      .map(found => found.position -> found)
      .toMap
  }

  private def read(file: AddFile, positions: Set[Long]): Seq[LocatedRow] =
    stored.readAt(input(file), positions).map(new LocatedRow(file, _))

  private def input(file: AddFile): HadoopInputFile =
    HadoopInputFile.fromPath(
      FilePaths.absolute(file, snapshot.deltaLog),
      snapshot.deltaLog.newDeltaHadoopConf()
    )

  private class LocatedRow(val file: AddFile, val row: StoredRow) {

    private lazy val deleted: Array[Long] = vectors.load(file.deletionVector).toArray

    private def before: Int = Arrays.binarySearch(deleted, row.position)

    def isLive: Boolean = before < 0

    /** Returns the row's number among the live rows of the file. */
    def number: Long = row.position - (if (before < 0) -before - 1 else before)

    /** The row's id, which a rewrite keeps. A row without a stored id gets it from its position. */
    val id: Option[Long] =
      idColumn.flatMap(_ => row.id.orElse(file.baseRowId.map(_ + row.position)))

    /** Identifies the row. Files do not store partition columns, so their values are added. */
    val image: (String, Option[Long], Map[String, String]) =
      (row.digest, id, file.partitionValues.filter(_._2 != null))

    def isSameAs(other: LocatedRow): Boolean = image == other.image

    def position: RowPosition = RowPosition(file.path, row.position)
  }
}

private object RowLocator {

  /** Maximum number of files to open one by one. */
  val MostFiles = 32

  /** Maximum number of rows that the driver reads and keeps in memory. Spark reads more rows in tasks. */
  val MostRows = 50000L

  /**
   * Maximum number of pages to read one after the other, one for each column of a row. Reading whole files in tasks is
   * faster than more.
   */
  val MostPages = 500L
}
