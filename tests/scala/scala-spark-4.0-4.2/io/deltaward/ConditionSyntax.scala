package io.deltaward

/** Adds nothing: an error of Spark 4 names its condition itself. */
trait ConditionSyntax
