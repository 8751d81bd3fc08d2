package io.deltaward.errors

import java.io.FileNotFoundException
import java.nio.file.AccessDeniedException

import scala.util.control.NonFatal

import org.apache.hadoop.security.AccessControlException

/** Distinguishes missing permissions on a log from every other failure. */
object LogAccess {

  /**
   * Runs code in which Delta reads the log.
   *
   * @throws DeltawardAnalysisException `DELTAWARD_TABLE_NOT_READABLE.NOT_READABLE`
   */
  def reading[A](table: String)(body: => A): A = orDenied(body)(Errors.notReadable(table, _))

  /**
   * Runs code in which Delta writes the log.
   *
   * @throws DeltawardAnalysisException `DELTAWARD_TABLE_NOT_WRITABLE`
   */
  def writing[A](table: String)(body: => A): A = orDenied(body)(Errors.notWritable(table, _))

  private def orDenied[A](body: => A)(named: Throwable => Throwable): A =
    try body
    catch { case NonFatal(error) => throw causes(error).find(isDenied).fold(error)(named) }

  private def causes(error: Throwable): Iterator[Throwable] =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null)

  /**
   * Checks whether an error means missing permissions. File systems report them in several ways. The local one reports a
   * file that is not found.
   */
  private def isDenied(error: Throwable): Boolean = error match {
    case _: AccessControlException | _: AccessDeniedException => true
    case missing: FileNotFoundException => String.valueOf(missing.getMessage).contains("denied")
    case _ => false
  }
}
