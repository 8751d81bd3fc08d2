package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.guard.{CommitWarning, CommitWarnings}

/**
 * `SHOW COMMIT WARNINGS`: a [[io.deltaward.guard.CommitWarning]] for each thing that a commit rule has warned of in the
 * session, the newest first.
 */
final case class ShowCommitWarnings() extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ShowCommitWarnings.schema)

  override protected def rows(session: SparkSession): Seq[Product] =
    CommitWarnings.of(session).reverse
}

object ShowCommitWarnings {
  private val schema: StructType = Rows.schema[CommitWarning]
}
