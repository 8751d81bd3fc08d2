package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.guard.{CommitWarning, CommitWarnings}

/**
 * `SHOW COMMIT WARNINGS`: returns a [[io.deltaward.guard.CommitWarning]] for each warning of a commit rule in the session,
 * newest first.
 */
final case class ShowCommitWarnings() extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ShowCommitWarnings.schema)

  override protected def rows(session: SparkSession): Seq[Product] =
    CommitWarnings.forSession(session).reverse
}

object ShowCommitWarnings {
  private val schema: StructType = Rows.schema[CommitWarning]
}
