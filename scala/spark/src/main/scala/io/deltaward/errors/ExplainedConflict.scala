package io.deltaward.errors

import java.util.{HashMap => JavaMap, Map => JavaStringMap}

import scala.jdk.CollectionConverters._

import io.delta.{exceptions => delta}
import org.apache.spark.SparkThrowable

import io.deltaward.conflicts.ConflictExplanation

/**
 * A conflict of Delta with an explanation. Class, condition, parameters and message are Delta's. The text and parameters of
 * [[ConflictExplanation]] follow them. `toString` shows the name of Delta's class, by which clients recognise conflicts.
 */
trait ExplainedConflict extends Throwable with ErrorCondition {

  /** Returns the conflict as Delta threw it. */
  def original: Throwable with SparkThrowable

  def explanation: ConflictExplanation

  override def getMessage: String = s"${original.getMessage}\n${explanation.text}"
  override protected def condition: String = ErrorCondition.of(original)
  override def getSqlState: String = original.getSqlState
  override def isInternalError: Boolean = original.isInternalError
  override def toString: String = s"${original.getClass.getName}: $getMessage"

  override def getMessageParameters: JavaStringMap[String, String] = {
    val all = new JavaMap[String, String](original.getMessageParameters)
    all.putAll(explanation.parameters.asJava)
    all
  }
}

/**
 * Explains conflicts. Each class has the simple name of the Delta class it extends: logs show that name, and some code
 * compares it.
 */
object ExplainedConflict {

  /** Adds an explanation to a conflict. Returns any other error unchanged. */
  def explain(conflict: Throwable, explanation: ConflictExplanation): Throwable = {
    val explained = conflict match {
      case known: ExplainedConflict => known
      case append: delta.ConcurrentAppendException =>
        new ConcurrentAppendException(append, explanation)
      case read: delta.ConcurrentDeleteReadException =>
        new ConcurrentDeleteReadException(read, explanation)
      case both: delta.ConcurrentDeleteDeleteException =>
        new ConcurrentDeleteDeleteException(both, explanation)
      case metadata: delta.MetadataChangedException =>
        new MetadataChangedException(metadata, explanation)
      case protocol: delta.ProtocolChangedException =>
        new ProtocolChangedException(protocol, explanation)
      case batch: delta.ConcurrentTransactionException =>
        new ConcurrentTransactionException(batch, explanation)
      case write: delta.ConcurrentWriteException => new ConcurrentWriteException(write, explanation)
      case other => other
    }
    if (explained ne conflict) explained.setStackTrace(conflict.getStackTrace)
    explained
  }

  final private class ConcurrentAppendException(
      override val original: delta.ConcurrentAppendException,
      override val explanation: ConflictExplanation
  ) extends delta.ConcurrentAppendException(original.getMessage) with ExplainedConflict

  final private class ConcurrentDeleteReadException(
      override val original: delta.ConcurrentDeleteReadException,
      override val explanation: ConflictExplanation
  ) extends delta.ConcurrentDeleteReadException(original.getMessage) with ExplainedConflict

  final private class ConcurrentDeleteDeleteException(
      override val original: delta.ConcurrentDeleteDeleteException,
      override val explanation: ConflictExplanation
  ) extends delta.ConcurrentDeleteDeleteException(original.getMessage) with ExplainedConflict

  final private class MetadataChangedException(
      override val original: delta.MetadataChangedException,
      override val explanation: ConflictExplanation
  ) extends delta.MetadataChangedException(original.getMessage) with ExplainedConflict

  final private class ProtocolChangedException(
      override val original: delta.ProtocolChangedException,
      override val explanation: ConflictExplanation
  ) extends delta.ProtocolChangedException(original.getMessage) with ExplainedConflict

  final private class ConcurrentTransactionException(
      override val original: delta.ConcurrentTransactionException,
      override val explanation: ConflictExplanation
  ) extends delta.ConcurrentTransactionException(original.getMessage) with ExplainedConflict

  final private class ConcurrentWriteException(
      override val original: delta.ConcurrentWriteException,
      override val explanation: ConflictExplanation
  ) extends delta.ConcurrentWriteException(original.getMessage) with ExplainedConflict
}
