package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.Metadata

import io.deltaward.serializability.model._

/**
 * A change of metadata that sets one table property.
 *
 * @param change   the change in SQL
 * @param readsAll whether Delta reads all rows
 */
sealed abstract class Alteration(change: String, property: (String, String), val readsAll: Boolean)
    extends Op {

  override def apply(contents: Bag): Effect = Effect(contents, None)

  override def sql(table: Target): String = s"ALTER TABLE ${table.name} $change"

  override def isIdentity: Boolean = true

  def isIn(metadata: Metadata): Boolean =
    metadata.configuration.get(property._1).contains(property._2)

  def applyTo(metadata: Metadata): Metadata =
    metadata.copy(configuration = metadata.configuration + property)
}

object Alteration {

  case object Check
      extends Alteration(
        "ADD CONSTRAINT low CHECK (x < 7)",
        "delta.constraints.low" -> "x < 7",
        readsAll = true
      ) {
    def allows(row: Record): Boolean = row.x.exists(_ < 7)
  }

  case object AppendOnly
      extends Alteration(
        "SET TBLPROPERTIES ('delta.appendOnly' = 'true')",
        "delta.appendOnly" -> "true",
        readsAll = false
      )

  case object ChangeFeed
      extends Alteration(
        "SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')",
        "delta.enableChangeDataFeed" -> "true",
        readsAll = false
      )
}
