package io.deltaward.serializability.schedule

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.delta.DeltaConcurrentModificationException

/** What became of a statement. */
sealed trait Outcome

object Outcome {

  /**
   * @param versions that the table gained while the statement was let go: one for most statements, none for one that
   *                 found nothing to do
   * @param affected rows, where the statement reports them
   */
  final case class Committed(versions: Seq[Long], affected: Option[Long]) extends Outcome {

    /** Of a statement that makes one commit. */
    def version: Long = versions match {
      case Seq(one) => one
      case other =>
        throw new NoSuchElementException(s"one version, not ${other.mkString("[", ",", "]")}")
    }
  }

  final case class Aborted(error: Throwable) extends Outcome {

    /** Spark's name of the error, with its subclass. */
    def condition: Option[String] = error match {
      case known: SparkThrowable => Option(known.getCondition)
      case _ => None
    }

    /** Lost to another transaction, rather than failed by itself. */
    def isConflict: Boolean = error.isInstanceOf[DeltaConcurrentModificationException]
  }
}
