package io.deltaward.errors

/**
 * A commit that a rule refused: nothing of it was written. PySpark gives it as an `UnsupportedOperationException` with
 * condition, SQLSTATE and parameters.
 */
final class CommitRefusedException(
    protected val condition: String,
    protected val parameters: Map[String, String],
    reason: Option[Throwable] = None
) extends UnsupportedOperationException(Conditions.message(condition, parameters), reason.orNull)
    with WithCondition
