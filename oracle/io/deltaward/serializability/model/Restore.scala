package io.deltaward.serializability.model

/**
 * Gives the table what it held in one of its first versions, deletion vectors and all.
 *
 * @param rows of that version
 */
final case class Restore(version: Long, rows: Seq[Record]) extends Op {
  override def apply(contents: Bag): Effect = Effect(contents.of(rows), None)
  override def sql(table: Target): String =
    s"RESTORE TABLE ${table.name} TO VERSION AS OF $version"
  override def readsPast: Boolean = true
}
