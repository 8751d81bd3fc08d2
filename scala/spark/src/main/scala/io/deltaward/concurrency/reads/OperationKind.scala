package io.deltaward.concurrency.reads

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.delta.DeltaOperations

import io.deltaward.conflicts.{TransactionKind, Unresolved}

/** Classifies an operation, provided that all its reads are known. */
object OperationKind {

  /** Returns the kind of an operation that is listed here. Leaves all others to Delta. */
  def classify(operation: DeltaOperations.Operation): Either[Unresolved, TransactionKind] =
    operation match {
      case _: DeltaOperations.OptimizeOrReorg => Right(TransactionKind.Rewrite)
      case _: DeltaOperations.Delete | _: DeltaOperations.Update => Right(TransactionKind.RowLocal)
      case merge: DeltaOperations.Merge =>
        Right(
          TransactionKind.ofMerge(
            inserts = merge.notMatchedPredicates.nonEmpty,
            changesEveryMatch = merge.matchedPredicates.exists(_.predicate.isEmpty)
          )
        )
      case write: DeltaOperations.Write if write.mode == SaveMode.Append =>
        Right(TransactionKind.Reader)
      case write: DeltaOperations.Write if write.mode == SaveMode.Overwrite =>
        Right(TransactionKind.Replacing)
      case other => Left(Unresolved.UnknownOperation(other.name))
    }
}
