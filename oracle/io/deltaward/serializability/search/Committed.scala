package io.deltaward.serializability.search

import io.deltaward.serializability.model.Op

/**
 * A committed transaction.
 *
 * @param readVersion version that it read
 * @param version     version that it wrote
 * @param affected    number of rows, if the statement reported it
 */
final case class Committed(readVersion: Long, version: Long, op: Op, affected: Option[Long])
