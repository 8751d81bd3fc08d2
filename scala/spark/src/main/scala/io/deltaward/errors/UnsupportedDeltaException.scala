package io.deltaward.errors

/**
 * The Spark and Delta that are there do not fit. Of Spark it needs no class, whose members may be the very ones that are
 * missing. PySpark gives it as an `UnsupportedOperationException` with condition, SQLSTATE and parameters.
 */
final class UnsupportedDeltaException(
    protected val condition: String,
    protected val parameters: Map[String, String]
) extends UnsupportedOperationException(Conditions.message(condition, parameters))
    with WithCondition
