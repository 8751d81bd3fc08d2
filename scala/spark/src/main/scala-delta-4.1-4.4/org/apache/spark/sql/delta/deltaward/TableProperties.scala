package org.apache.spark.sql.delta.deltaward

import java.util.{HashMap => JavaMap}

import org.apache.spark.sql.delta.{DeltaConfig, DeltaConfigs}

/** Reads and replaces Delta's definitions of table properties, in Delta 4.1 to 4.4. */
object TableProperties {

  /** Returns the definitions by name, in lower case and without `delta.`. They belong to the JVM. */
  def definitions: JavaMap[String, DeltaConfig[_]] = DeltaConfigs.entries
}
