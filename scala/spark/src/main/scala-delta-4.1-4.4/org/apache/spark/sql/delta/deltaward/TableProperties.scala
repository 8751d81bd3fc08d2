package org.apache.spark.sql.delta.deltaward

import java.util.{HashMap => JavaMap}

import org.apache.spark.sql.delta.{DeltaConfig, DeltaConfigs}

/** Gives access to Delta's definitions of table properties, in Delta 4.1 to 4.4. */
object TableProperties {

  /** Returns the definitions by name, in lower case and without `delta.`. A change to them affects the whole JVM. */
  def definitions: JavaMap[String, DeltaConfig[_]] = DeltaConfigs.entries
}
