package org.apache.spark.sql.delta.deltaward

import org.scalatest.Assertions

/** Delta 3.2 has no method that clones a table. */
object CloneByApi {

  def over(@annotation.unused table: String, @annotation.unused source: String): Unit =
    Assertions.cancel("Delta 3.2 has no DeltaTable.clone")
}
