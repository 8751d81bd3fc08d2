package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.spark.sql.delta.DeltaConfigs

/** The table properties that this Delta lets a statement set. */
object SettableProperties {

  def contain(key: String, value: String): Boolean =
    Try(DeltaConfigs.validateConfigurations(Map(key -> value))).isSuccess
}
