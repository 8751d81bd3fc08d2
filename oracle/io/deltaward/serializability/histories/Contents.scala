package io.deltaward.serializability.histories

import org.apache.parquet.example.data.Group

import io.deltaward.serializability.log.{FileAction, FileRows, Log, PhysicalNames}
import io.deltaward.serializability.model.{Bag, Columns, Record}

/** What a table of histories holds at each version, from its log and its data files. No Delta reader takes part. */
object Contents {

  def of(log: Log, columns: Columns, versions: Seq[Long]): Map[Long, Bag] = {
    val rows = new FileRows(log.table)
    val metadata = log.metadataAt(log.newest)
    val record = new StoredRecord(
      columns,
      PhysicalNames.byName(metadata).withDefault(identity),
      PhysicalNames.under(metadata, "n")
    )
    versions.map { version =>
      val files = log.activeAt(version).toSeq
      val bag = Bag(files.flatMap(file => rows.live(file).map(record.of(file, _))))
      val hasLate = PhysicalNames.byName(log.metadataAt(version)).contains("late")
      version -> (if (hasLate) bag.withLate else bag)
    }.toMap
  }
}

/**
 * @param name  of a column in the files
 * @param under of a field of the column `n`
 */
final private class StoredRecord(
    columns: Columns,
    name: String => String,
    under: Map[String, String]
) {

  /** What is generated from a row must fit it: else no statement has written the record that this gives. */
  def of(file: FileAction, row: Group): Record = {
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

  /** `n`, whose list has a group for each element, or is of the old form that has none. */
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
