package io.deltaward.sql

import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.execution.command.LeafRunnableCommand

import io.deltaward.errors.DeltawardAnalysisException

/**
 * A statement that cannot be parsed, which says so once it runs: a parser in front, like Delta's, gives a condition of
 * its own to what is thrown through it.
 */
final case class RefusedStatement(error: DeltawardAnalysisException) extends LeafRunnableCommand {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_SYNTAX_ERROR` */
  override def run(session: SparkSession): Seq[Row] = throw error
}
