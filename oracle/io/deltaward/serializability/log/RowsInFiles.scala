package io.deltaward.serializability.log

import java.net.URI

import scala.collection.mutable

import org.apache.hadoop.fs.Path
import org.apache.parquet.example.data.Group
import org.apache.parquet.hadoop.ParquetReader
import org.apache.parquet.hadoop.example.GroupReadSupport

/** Reads the rows of data files in their order, by Parquet alone and each file once. */
final class RowsInFiles(table: Path) {

  private val known = mutable.Map.empty[String, Vector[Group]]

  /** Returns the rows of a file that its deletion vector does not delete. */
  def live(file: FileAction): Seq[Group] = {
    val deleted = file.deletionVector.fold(Set.empty[Long])(_.rows(table).get.toSet)
    all(file.path).zipWithIndex.collect { case (row, i) if !deleted(i.toLong) => row }
  }

  private def all(path: String): Vector[Group] = known.getOrElseUpdate(
    path, {
      val reader =
        ParquetReader.builder(
          new GroupReadSupport,
          new Path(table, new Path(new URI(path)))
        ).build()
      try Iterator.continually(reader.read()).takeWhile(_ != null).toVector
      finally reader.close()
    }
  )
}
