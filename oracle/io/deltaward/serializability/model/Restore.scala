package io.deltaward.serializability.model

/**
 * Restores one of the first versions of the table, with its deletion vectors.
 *
 * @param rows rows of that version
 */
final case class Restore(version: Long, rows: Seq[Record]) extends Op {
  override def apply(contents: Bag): Effect = Effect(contents.withRows(rows), None)
  override def sql(table: Target): String =
    s"RESTORE TABLE ${table.name} TO VERSION AS OF $version"
  override def readsPast: Boolean = true
}
