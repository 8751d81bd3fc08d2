package io.deltaward.tables

import scala.util.control.NonFatal

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.errors.Errors
import org.apache.spark.sql.delta.deltaward.FreshSnapshot

/** Tells a table that Delta cannot open from every other failure of what is asked of Delta. */
object DeltaOpens {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_TABLE_NOT_READABLE.NOT_OPENED` */
  def orRefused[A](session: SparkSession, table: TableName)(body: => A): A =
    try body
    catch {
      case NonFatal(error) if !isOurs(error) =>
        val location = new TableReader(session).locate(table)
        FreshSnapshot.failure(session, location.location)
          .fold(throw error)(cause => throw Errors.notOpened(location.quoted, cause))
    }

  private def isOurs(error: Throwable): Boolean = error match {
    case known: SparkThrowable => String.valueOf(known.getCondition).startsWith("DELTAWARD_")
    case _ => false
  }
}
