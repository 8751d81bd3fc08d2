package io.deltaward.serializability.search

import io.deltaward.serializability.model.Op

/**
 * A transaction that committed.
 *
 * @param readVersion what it read
 * @param version     what it wrote
 * @param affected    rows, where the statement reported them
 */
final case class Committed(readVersion: Long, version: Long, op: Op, affected: Option[Long])
