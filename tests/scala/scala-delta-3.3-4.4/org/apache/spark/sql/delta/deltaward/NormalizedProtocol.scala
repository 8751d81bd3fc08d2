package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.actions.Protocol

/** Normalizes a protocol as Delta 3.3 and later do. */
object NormalizedProtocol {

  def of(protocol: Protocol): Protocol = protocol.denormalizedNormalized
}
