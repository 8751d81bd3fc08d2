package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.spark.sql.delta.DeltaConfigs

/** Checks which table properties this Delta lets a statement set. */
object SettableProperties {

  def contain(key: String, value: String): Boolean =
    Try(DeltaConfigs.validateConfigurations(Map(key -> value))).isSuccess
}
