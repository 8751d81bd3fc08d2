package io.deltaward.concurrency.reads

import org.apache.commons.lang3.StringUtils
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression}

/** Conditions as somebody reads them: columns without their table, which is known, and no list of thousands of values. */
object PredicateText {

  private val longest = 1000

  def of(condition: Expression): String = {
    val bare = condition.transform { case column: AttributeReference => column.withQualifier(Nil) }
    StringUtils.abbreviate(bare.sql, longest)
  }
}
