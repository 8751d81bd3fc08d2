package io.deltaward.errors

/**
 * A setting that is refused when it is set. Like Spark's own for values that a key does not take it is an
 * `IllegalArgumentException`, also in PySpark; analysis, where some are found, hands it on as it is.
 */
final class InvalidSettingException(
    protected val condition: String,
    protected val parameters: Map[String, String]
) extends IllegalArgumentException(Conditions.message(condition, parameters))
    with WithCondition
