package io.deltaward.spark

import org.apache.spark.sql.catalyst.analysis.TimeTravelSpec
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.internal.SQLConf

/** Evaluates the timestamp of a time travel, in Spark 3.5. */
object TimestampOfTravel {

  def evaluate(timestamp: Expression, conf: SQLConf): Option[TimeTravelSpec] =
    TimeTravelSpec.create(Some(timestamp), None, conf)
}
