package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.actions.Protocol
import org.scalatest.Assertions

/** Delta 3.2 does not normalize protocols. */
object NormalizedProtocol {

  def of(@annotation.unused protocol: Protocol): Protocol =
    Assertions.cancel("Delta 3.2 does not normalize protocols")
}
