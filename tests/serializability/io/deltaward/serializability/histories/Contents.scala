package io.deltaward.serializability.histories

import org.apache.parquet.example.data.Group

import io.deltaward.serializability.log.{FileAction, FileRows, Log, PhysicalNames}
import io.deltaward.serializability.model.{Bag, Columns, Record}

/** What a table of histories holds at each version, from its log and its data files. No Delta reader takes part. */
object Contents {

  def of(log: Log, columns: Columns, versions: Seq[Long]): Map[Long, Bag] = {
    val rows = new FileRows(log.table)
    val record = new StoredRecord(
      columns,
      PhysicalNames.byName(log.metadataAt(log.newest)).withDefault(identity)
    )
    versions.map { version =>
      val files = log.activeAt(version).toSeq
      version -> Bag(files.flatMap(file => rows.live(file).map(record.of(file, _))))
    }.toMap
  }
}

/** @param name of a column in the files */
final private class StoredRecord(columns: Columns, name: String => String) {

  /** What is generated from a row must fit it: else no statement has written the record that this gives. */
  def of(file: FileAction, row: Group): Record = {
    def int(column: String): Option[Int] =
      Option.when(row.getType.containsField(name(column)) && hasValue(row, column))(
        row.getInteger(name(column), 0)
      )
    val stored = int("k")
    val k =
      columns.partition.fold(stored)(by => file.partitionValue(name(by.column)).map(by.k))
    val record = Record(
      row.getLong(name("id"), 0),
      k,
      int("x"),
      row.getString(name("trail"), 0),
      row.getDouble(name("d"), 0).toString,
      if (columns.late) int("late") else None
    )
    val fits = (!row.getType.containsField(name("k")) || stored == record.k) &&
      (!columns.generated || int("g") == record.generated)
    if (fits) record
    else record.copy(trail = s"${record.trail}, but k is $stored and g ${int("g")}")
  }

  private def hasValue(row: Group, column: String): Boolean =
    row.getFieldRepetitionCount(name(column)) > 0
}
