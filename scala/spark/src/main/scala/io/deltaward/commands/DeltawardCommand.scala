package io.deltaward.commands

import scala.util.control.NonFatal

import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.command.LeafRunnableCommand

import io.deltaward.errors.Errors

/** A deltaward statement that returns rows. It runs on the driver; with Spark Connect that is the server. */
trait DeltawardCommand extends LeafRunnableCommand {

  /** Returns the rows. Delta is configured in the session. */
  protected def rows(session: classic.SparkSession): Seq[Product]

  /**
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_DELTA_NOT_CONFIGURED`, before anything else;
   *                                                        `DELTAWARD_STATEMENT_FAILED` instead of an error that does not
   *                                                        explain itself
   */
  final override def run(session: SparkSession): Seq[Row] = {
    val here = session.asInstanceOf[classic.SparkSession]
    DeltaConfigured.require(here)
    try rows(here).map(Rows.toRow)
    catch {
      case NonFatal(error) if !Errors.explainsItself(error) => throw Errors.statementFailed(error)
    }
  }
}
