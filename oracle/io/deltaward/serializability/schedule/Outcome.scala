package io.deltaward.serializability.schedule

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.delta.DeltaConcurrentModificationException

import io.deltaward.errors.ErrorCondition

/** The outcome of a statement. */
sealed trait Outcome

object Outcome {

  /**
   * @param versions versions that the table gained by the statement: one for most, none if it found nothing to do
   * @param affected number of rows, if the statement reports it
   */
  final case class Committed(versions: Seq[Long], affected: Option[Long]) extends Outcome {

    /** Returns the version of a statement that makes exactly one commit. */
    def version: Long = versions match {
      case Seq(one) => one
      case other =>
        throw new NoSuchElementException(s"one version, not ${other.mkString("[", ",", "]")}")
    }
  }

  final case class Aborted(error: Throwable) extends Outcome {

    /** Returns Spark's name of the error, with its subclass. */
    def condition: Option[String] = error match {
      case known: SparkThrowable => Option(ErrorCondition.of(known))
      case _ => None
    }

    /** Checks whether the statement lost to another transaction. Otherwise it failed by itself. */
    def isConflict: Boolean = error.isInstanceOf[DeltaConcurrentModificationException]
  }
}
