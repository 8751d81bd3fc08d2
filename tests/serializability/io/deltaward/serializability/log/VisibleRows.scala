package io.deltaward.serializability.log

import org.apache.hadoop.fs.Path
import org.apache.parquet.example.data.Group

/** The rows of a table's newest version, from its log and its data files. No Delta reader takes part. */
object VisibleRows {

  /** Sorted, each with its values in the order of the schema: `[1,a,null]`. */
  def of(table: Path): Seq[String] = {
    val log = Log.of(table)
    val columns = PhysicalNames.of(log.metadataAt(log.newest))
    val rows = new FileRows(table)
    log.activeAt(log.newest).toSeq.flatMap { file =>
      rows.live(file).map(row => columns.map(valueIn(file, row)).mkString("[", ",", "]"))
    }.sorted
  }

  private def valueIn(file: FileAction, row: Group)(column: String): String =
    file.partitionValue(column).getOrElse {
      val written = row.getType.containsField(column) && row.getFieldRepetitionCount(column) > 0
      if (!written) "null"
      else if (row.getType.getType(column).isPrimitive)
        row.getValueToString(indexIn(row, column), 0)
      else row.getGroup(column, 0).toString
    }

  private def indexIn(row: Group, column: String): Int = row.getType.getFieldIndex(column)
}
