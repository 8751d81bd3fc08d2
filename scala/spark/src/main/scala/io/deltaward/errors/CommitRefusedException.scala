package io.deltaward.errors

/**
 * Reports that a rule refused a commit. Nothing of the commit was written. PySpark raises an `UnsupportedOperationException`
 * with condition, SQLSTATE and parameters.
 */
final class CommitRefusedException(
    protected val condition: String,
    protected val parameters: Map[String, String],
    reason: Option[Throwable] = None
) extends UnsupportedOperationException(Conditions.message(condition, parameters), reason.orNull)
    with WithCondition
