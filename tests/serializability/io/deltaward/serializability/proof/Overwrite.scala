package io.deltaward.serializability.proof

import io.deltaward.serializability.model._

/** INSERT OVERWRITE of the whole table. */
final case class Overwrite(rows: Seq[Record]) extends Op {

  override def apply(contents: Bag): Effect = Effect(Bag(rows), None)

  override def sql(table: Target): String =
    s"INSERT OVERWRITE ${table.name} SELECT /*+ COALESCE(1) */ * FROM VALUES ${Record.values(rows)}"
}
