package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.actions.Protocol

import io.deltaward.protocol.{Protocol => PlainProtocol}

/** Converts a protocol between Delta's class and ours. */
object ProtocolConversion {

  def toDelta(protocol: PlainProtocol): Protocol = Protocol(
    protocol.minReaderVersion,
    protocol.minWriterVersion,
    protocol.readerFeatures,
    protocol.writerFeatures
  )

  def toPlain(protocol: Protocol): PlainProtocol = PlainProtocol(
    protocol.minReaderVersion,
    protocol.minWriterVersion,
    protocol.readerFeatures,
    protocol.writerFeatures
  )
}
