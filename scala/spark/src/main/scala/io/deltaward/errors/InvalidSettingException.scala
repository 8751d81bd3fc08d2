package io.deltaward.errors

/**
 * Reports that a setting was rejected when it was set. It is an `IllegalArgumentException`, also in PySpark, like Spark's
 * own errors for invalid values. If analysis finds the setting, it passes this exception on unchanged.
 */
final class InvalidSettingException(
    protected val condition: String,
    protected val parameters: Map[String, String]
) extends IllegalArgumentException(Conditions.message(condition, parameters))
    with WithCondition
