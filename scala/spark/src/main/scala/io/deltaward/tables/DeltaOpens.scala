package io.deltaward.tables

import scala.util.control.NonFatal

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.errors.{ErrorCondition, Errors}
import org.apache.spark.sql.delta.deltaward.FreshSnapshot

/** Distinguishes a table that Delta cannot open from every other failure of Delta. */
object DeltaOpens {

  /**
   * Runs code in which Delta opens a table.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_TABLE_NOT_READABLE.NOT_OPENED`, if Delta cannot open
   *                                                        it
   */
  def orRefused[A](session: SparkSession, table: TableName)(body: => A): A =
    try body
    catch {
      case NonFatal(error) if !isOurs(error) =>
        val location = new TableReader(session).locate(table)
        FreshSnapshot.failure(session, location.location)
          .fold(throw error)(cause => throw Errors.notOpened(location.quoted, cause))
    }

  private def isOurs(error: Throwable): Boolean = error match {
    case known: SparkThrowable => String.valueOf(ErrorCondition.of(known)).startsWith("DELTAWARD_")
    case _ => false
  }
}
