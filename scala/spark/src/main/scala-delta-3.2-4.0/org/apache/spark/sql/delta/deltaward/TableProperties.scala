package org.apache.spark.sql.delta.deltaward

import java.util.{HashMap => JavaMap}

import org.apache.spark.sql.delta.{DeltaConfig, DeltaConfigs, DeltaConfigsBase}

/** Gives access to Delta's definitions of table properties, in Delta 3.2 to 4.0. */
object TableProperties {

  /**
   * Returns the definitions by name, in lower case and without `delta.`. A change to them affects the whole JVM. They are
   * private to a trait, and Scala makes a public method for such a value.
   */
  def definitions: JavaMap[String, DeltaConfig[_]] =
    classOf[DeltaConfigsBase].getMethods
      .find(_.getName.endsWith("DeltaConfigsBase$$entries"))
      .getOrElse(throw new NoSuchMethodError("DeltaConfigsBase.entries"))
      .invoke(DeltaConfigs)
      .asInstanceOf[JavaMap[String, DeltaConfig[_]]]
}
