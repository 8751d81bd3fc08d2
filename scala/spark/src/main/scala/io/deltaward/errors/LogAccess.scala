package io.deltaward.errors

import java.io.FileNotFoundException
import java.nio.file.AccessDeniedException

import scala.util.control.NonFatal

import org.apache.hadoop.security.AccessControlException

/** Tells a log that must not be read, or not be written, from every other failure. */
object LogAccess {

  /**
   * For what Delta reads by itself.
   *
   * @throws DeltawardAnalysisException `DELTAWARD_TABLE_NOT_READABLE.NOT_READABLE`
   */
  def reading[A](table: String)(body: => A): A = orDenied(body)(Errors.notReadable(table, _))

  /** @throws DeltawardAnalysisException `DELTAWARD_TABLE_NOT_WRITABLE` */
  def writing[A](table: String)(body: => A): A = orDenied(body)(Errors.notWritable(table, _))

  private def orDenied[A](body: => A)(named: Throwable => Throwable): A =
    try body
    catch { case NonFatal(error) => throw causes(error).find(isDenied).fold(error)(named) }

  private def causes(error: Throwable): Iterator[Throwable] =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null)

  /** File systems have several ways to say it; the local one's is a file that is not found. */
  private def isDenied(error: Throwable): Boolean = error match {
    case _: AccessControlException | _: AccessDeniedException => true
    case missing: FileNotFoundException => String.valueOf(missing.getMessage).contains("denied")
    case _ => false
  }
}
