package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.conflicts.{ConflictClaim, ConflictMatrix}
import io.deltaward.tables.{DeltaOpens, TableName, TableReader, TimeTravel}
import org.apache.spark.sql.delta.deltaward.WrittenTableFacts

/**
 * `SHOW CONFLICT MATRIX [FOR | IN] table`: returns a [[io.deltaward.conflicts.ConflictClaim]] for each isolation level and
 * pair of statement kinds.
 */
final case class ShowConflictMatrix(table: TableName) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ShowConflictMatrix.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val found = new TableReader(session).read(table, TimeTravel.Latest).location
    val written = DeltaOpens.orRefused(session, table) {
      WrittenTableFacts.gather(session, found.location, found.quoted)
    }
    new ConflictMatrix(written).claims
  }
}

object ShowConflictMatrix {
  private val schema: StructType = Rows.schema[ConflictClaim]
}
