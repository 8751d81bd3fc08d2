package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.types.StructField
import org.scalatest.Assertions

/** Delta 3.2 has no identity columns outside of its own tests. */
object IdentityByApi {

  def column(@annotation.unused name: String): StructField =
    Assertions.cancel("Delta 3.2 has no identity columns")
}
