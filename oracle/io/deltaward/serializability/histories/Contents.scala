package io.deltaward.serializability.histories

import org.apache.parquet.example.data.Group

import io.deltaward.serializability.log.{FileAction, Log, PhysicalNames, RowsInFiles}
import io.deltaward.serializability.model.{Bag, Columns, Record}

/** Reads what a table holds at each version, from its log and its data files, without a Delta reader. */
object Contents {

  def read(log: Log, columns: Columns, versions: Seq[Long]): Map[Long, Bag] = {
    val rows = new RowsInFiles(log.table)
    val metadata = log.metadataAt(log.newest)
    val record = new StoredRecord(
      columns,
      PhysicalNames.byName(metadata).withDefault(identity),
      PhysicalNames.mapUnder(metadata, "n")
    )
    versions.map { version =>
      val files = log.activeAt(version).toSeq
      val bag = Bag(files.flatMap(file => rows.live(file).map(record.decode(file, _))))
      val hasLate = PhysicalNames.byName(log.metadataAt(version)).contains("late")
      version -> (if (hasLate) bag.withLate else bag)
    }.toMap
  }
}

/**
 * @param name  returns the physical name of a column
 * @param under physical names of the fields of `n`
 */
final private class StoredRecord(
    columns: Columns,
    name: String => String,
    under: Map[String, String]
) {

  /**
   * Returns the record of a stored row. If a generated column does not fit its inputs, marks the trail. The record
   * then equals none that a statement has written.
   */
  def decode(file: FileAction, row: Group): Record = {
    def int(column: String): Option[Int] = value(row, name(column))
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
      (!columns.generated || int("g") == record.generated) &&
      (!columns.nested || nested(row) == ((record.x, Seq(record.k, record.x))))
    if (fits) record
    else record.copy(trail = s"${record.trail}, but k is $stored, and all is $row")
  }

  private def value(group: Group, field: String): Option[Int] =
    Option.when(group.getType.containsField(field) && group.getFieldRepetitionCount(field) > 0)(
      group.getInteger(field, 0)
    )

  /** Returns the fields of `n`. Its list has a group for each element, or the old form without groups. */
  private def nested(row: Group): (Option[Int], Seq[Option[Int]]) = {
    val n = row.getGroup(name("n"), 0)
    val list = n.getGroup(under("all"), 0)
    val elements = 0.until(list.getFieldRepetitionCount(0)).map { i =>
      if (list.getType.getType(0).isPrimitive) Some(list.getInteger(0, i))
      else value(list.getGroup(0, i), "element")
    }
    (value(n, under("last")), elements)
  }
}
