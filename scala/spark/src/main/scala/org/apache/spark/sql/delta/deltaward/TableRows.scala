package org.apache.spark.sql.delta.deltaward

import java.io.IOException

import scala.collection.mutable

import org.apache.spark.broadcast.Broadcast
import org.apache.spark.paths.SparkPath
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{classic, functions, Column, DataFrame, SparkSession}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  Attribute,
  AttributeReference,
  BoundReference,
  Expression,
  Literal,
  UnsafeProjection
}
import org.apache.spark.sql.catalyst.plans.ExistenceJoin
import org.apache.spark.sql.catalyst.plans.logical.{
  Join,
  JoinHint,
  LocalRelation,
  LogicalPlan,
  OneRowRelation,
  Project
}
import org.apache.spark.sql.classic.ExpressionUtils
import org.apache.spark.sql.delta.{RowTracking, Snapshot}
import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray
import org.apache.spark.sql.execution.LogicalRDD
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.types.{BooleanType, DataType}
import org.apache.spark.unsafe.types.UTF8String

import io.deltaward.concurrency.changes.{
  FileRows,
  RowDigest,
  RowImage,
  RowPosition,
  RowSource,
  Stretches
}
import io.deltaward.concurrency.reads.MergeReads

/** Reads rows of named files of a table with Delta's own reader, under the schema that a transaction has read. */
final class TableRows(
    snapshot: Snapshot,
    vectors: DeletionVectorFiles,
    digest: RowDigest = RowDigest.Exact
) extends RowSource {

  override def withDigest(other: RowDigest): RowSource = new TableRows(snapshot, vectors, other)

  override def deleted(vector: DeletionVectorDescriptor): RoaringBitmapArray = vectors.load(vector)

  override def vector(positions: RoaringBitmapArray): DeletionVectorDescriptor =
    vectors.inline(positions)

  override def count(files: Seq[AddFile], condition: Expression): Long = {
    val frame = read(files)
    counted(files, frame, bound(condition, frame))
  }

  override def predicates(merge: MergeReads, most: Int): Option[Seq[Seq[Expression]]] =
    Option.when(TableRows.isAtHand(merge.source))(
      TableRows
        .rowsOf(SparkSession.active, Project(merge.ofSource, merge.source))
        .limit(most + 1)
        .queryExecution
        .executedPlan
        .executeCollect()
        .map(_.copy())
        .toSeq
    ).filter(_.length <= most).flatMap(merge.predicates)

  override def matching(files: Seq[AddFile], merge: MergeReads): Long = {
    val frame = read(files)
    val matches = AttributeReference("matches", BooleanType, nullable = false)()
    val join = Join(
      frame.queryExecution.analyzed,
      merge.source,
      ExistenceJoin(matches),
      Some(bound(merge.condition, frame, merge.target.contains)),
      JoinHint.NONE
    )
    val found = counted(files, TableRows.rowsOf(frame.sparkSession, join), matches)
    MergeSources.requireKept(merge.source)
    found
  }

  override def values(files: Seq[AddFile], column: Attribute, most: Int): Option[Set[Literal]] = {
    val frame = read(files)
    // The nulls can be one more group.
    val groups = frame
      .groupBy(ExpressionUtils.column(bound(column, frame)))
      .count()
      .limit(most + 2)
      .queryExecution
      .executedPlan
      .executeCollect()
      .map(row => Literal(row.copy().get(0, column.dataType), column.dataType) -> row.getLong(1))
    val found = groups.map(_._1).filter(_.value != null)
    Option.when(found.length <= most) {
      complete(files, groups.map(_._2).sum)
      found.toSet
    }
  }

  override def images(
      files: Seq[AddFile],
      positions: Map[String, RoaringBitmapArray]
  ): Map[RowImage, Long] =
    search(files)(None, positions).map(_._1).countByValue().toMap

  /**
   * Returns the positions of wanted rows. Each task returns at most the wanted number for each image, and the driver limits
   * the sum of all tasks.
   */
  override def find(
      files: Seq[AddFile],
      wanted: Map[RowImage, Long]
  ): Map[RowImage, Seq[RowPosition]] = {
    val found = mutable.Map.empty[RowImage, Vector[RowPosition]].withDefaultValue(Vector.empty)
    val rows = search(files)(Some(wanted), Map.empty)
    rows.sparkContext.runJob(
      rows,
      (part: Iterator[(RowImage, RowPosition)]) => part.toArray,
      (_: Int, part: Array[(RowImage, RowPosition)]) =>
        part.foreach { case (image, at) =>
          if (found(image).length < wanted(image)) found(image) = found(image) :+ at
        }
    )
    found.toMap
  }

  override def located(
      lost: Map[AddFile, RoaringBitmapArray],
      files: Seq[AddFile],
      stretches: Stretches
  ): Option[Seq[RowPosition]] =
    if (digest == RowDigest.Exact) new RowLocator(snapshot, vectors).places(lost, files, stretches)
    else None

  /** Counts the rows of files for which `holds` is true. */
  private def counted(files: Seq[AddFile], rows: DataFrame, holds: Expression): Long = {
    val row = rows
      .agg(
        functions.count_if(ExpressionUtils.column(holds)),
        functions.count(functions.lit(1))
      )
      .head()
    complete(files, row.getLong(1))
    row.getLong(0)
  }

  private def complete(files: Seq[AddFile], rows: Long): Unit =
    FileRows.known(files).filter(_ != rows).foreach(told => throw new IncompleteRead(rows, told))

  /** Reads files, and fails if one is missing or corrupt. If the session's settings applied, the read could skip rows. */
  private def read(files: Seq[AddFile]): DataFrame = {
    val frame = snapshot.deltaLog.createDataFrame(snapshot, files)
    TableRows.rowsOf(
      frame.sparkSession,
      frame.queryExecution.analyzed.transform { case relation: LogicalRelation =>
        relation.relation match {
          case source: HadoopFsRelation =>
            val options = source.options ++ StrictRead.options
            relation.copy(relation = source.copy(options = options)(source.sparkSession))
          case _ => relation
        }
      }
    )
  }

  /**
   * Looks up the columns of a condition by name, since it comes from another plan on the same table.
   *
   * @param ofTable whether a column is one of the table's
   */
  private def bound(
      condition: Expression,
      frame: DataFrame,
      ofTable: Attribute => Boolean = _ => true
  ): Expression = {
    val resolver = frame.sparkSession.sessionState.conf.resolver
    val columns = frame.queryExecution.analyzed.output
    condition.transform {
      case reference: AttributeReference if ofTable(reference) =>
        columns
          .find(c => resolver(c.name, reference.name) && c.dataType == reference.dataType)
          .getOrElse(throw new NoSuchElementException(reference.sql))
    }
  }

  private def search(files: Seq[AddFile])(
      wanted: Option[Map[RowImage, Long]],
      positions: Map[String, RoaringBitmapArray]
  ): RDD[(RowImage, RowPosition)] = {
    val frame = read(files)
    val file = frame.metadataColumn("_metadata")
    val ids =
      if (RowTracking.isEnabled(snapshot.protocol, snapshot.metadata)) Seq(file.getField("row_id"))
      else Nil
    val values: Seq[Column] =
      frame.queryExecution.analyzed.output.map(a => ExpressionUtils.column(a)) ++ ids
    val located =
      frame.select(Seq(file.getField("file_path"), file.getField("row_index")) ++ values: _*)
    val context = frame.sparkSession.sparkContext
    val search = new ImageSearch(
      located.schema.map(_.dataType),
      digest,
      files.map(f => urlOf(f) -> f.path).toMap,
      wanted.map(context.broadcast(_)),
      context.broadcast(positions.view.mapValues(_.toArray.toSet).toMap)
    )
    located.queryExecution.toRdd.mapPartitions(search.search)
  }

  private def urlOf(file: AddFile): String = TableRows.urlOf(snapshot, file)
}

/** @param told the number of rows that the files report */
final class IncompleteRead(rows: Long, told: Long)
    extends IOException(s"read $rows rows and expected $told")

object TableRows {

  private def rowsOf(session: SparkSession, plan: LogicalPlan): DataFrame =
    classic.Dataset.ofRows(session.asInstanceOf[classic.SparkSession], plan)

  /** Returns the file's name as Spark writes it when it reads the file. */
  def urlOf(snapshot: Snapshot, file: AddFile): String =
    SparkPath.fromPath(FilePaths.absolute(file, snapshot.deltaLog)).urlEncoded

  /** Checks that Delta keeps the rows, or that the statement contains them. Reading some of them then reads no table. */
  private def isAtHand(source: LogicalPlan): Boolean = source.collectLeaves().forall {
    case _: LogicalRDD | _: LocalRelation | _: OneRowRelation => true
    case _ => false
  }
}

/** Digests rows in tasks, and keeps at most the wanted number of each image. */
private class ImageSearch(
    types: Seq[DataType],
    digest: RowDigest,
    pathOf: Map[String, String],
    wanted: Option[Broadcast[Map[RowImage, Long]]],
    positions: Broadcast[Map[String, Set[Long]]]
) extends Serializable {

  def search(rows: Iterator[InternalRow]): Iterator[(RowImage, RowPosition)] = {
    val imageOf = digest.digester(types.drop(2))
    val values = UnsafeProjection.create(
      types.zipWithIndex.drop(2).map { case (dataType, i) =>
        BoundReference(i, dataType, nullable = true)
      }
    )
    val taken = mutable.Map.empty[RowImage, Long].withDefaultValue(0L)
    def take(image: RowImage): Boolean = wanted.forall { all =>
      val more = taken(image) < all.value.getOrElse(image, 0L)
      if (more) taken(image) += 1
      more
    }
    // The rows of a file follow each other, so its path is looked up once.
    var url: UTF8String = null
    var path: String = null
    var among: Option[Set[Long]] = None
    rows.flatMap { row =>
      if (row.getUTF8String(0) != url) {
        url = row.getUTF8String(0).copy()
        path = pathOf(url.toString)
        among = positions.value.get(path)
      }
      val index = row.getLong(1)
      if (!among.forall(_(index))) None
      else {
        val image = imageOf(values(row))
        Option.when(take(image))(image -> RowPosition(path, index))
      }
    }
  }
}
