package io.deltaward.concurrency.reads

import org.apache.commons.lang3.StringUtils
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression}

/** Renders conditions for people: columns without the name of their table, and without lists of thousands of values. */
object PredicateText {

  private val longest = 1000

  def format(condition: Expression): String = {
    val bare = condition.transform { case column: AttributeReference => column.withQualifier(Nil) }
    StringUtils.abbreviate(bare.sql, longest)
  }
}
