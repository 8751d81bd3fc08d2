package io.deltaward.errors

/**
 * Reports that the Spark and Delta on the class path do not fit. It extends no class of Spark, since that could lack the
 * very members that are missing. PySpark raises an `UnsupportedOperationException` with condition, SQLSTATE and parameters.
 */
final class UnsupportedDeltaException(
    protected val condition: String,
    protected val parameters: Map[String, String]
) extends UnsupportedOperationException(Conditions.message(condition, parameters))
    with WithCondition
