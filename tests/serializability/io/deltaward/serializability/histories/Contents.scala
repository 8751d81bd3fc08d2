package io.deltaward.serializability.histories

import org.apache.parquet.example.data.Group

import io.deltaward.serializability.log.{FileAction, FileRows, Log, PhysicalNames}
import io.deltaward.serializability.model.{Bag, Record}

/** What a table of histories holds at each version, from its log and its data files. No Delta reader takes part. */
object Contents {

  def of(log: Log, versions: Seq[Long]): Map[Long, Bag] = {
    val rows = new FileRows(log.table)
    val name = Record.Columns.zip(PhysicalNames.of(log.metadataAt(log.newest))).toMap
    def record(file: FileAction)(row: Group): Record = Record(
      row.getLong(name("id"), 0),
      file.partitionValue(name("k")).fold(row.getInteger(name("k"), 0))(_.toInt),
      Option.when(row.getFieldRepetitionCount(name("x")) > 0)(row.getInteger(name("x"), 0)),
      row.getString(name("trail"), 0),
      row.getDouble(name("d"), 0).toString
    )
    versions.map { version =>
      val files = log.activeAt(version).toSeq
      version -> Bag(files.flatMap(file => rows.live(file).map(record(file))))
    }.toMap
  }
}
