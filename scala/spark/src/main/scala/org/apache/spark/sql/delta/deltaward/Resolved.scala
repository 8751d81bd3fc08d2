package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.CurrentTransactionInfo

import io.deltaward.conflicts.Resolution

/**
 * A transaction after its conflict was resolved.
 *
 * @param after what it commits now
 * @param files paths of files of which both commits change rows
 */
final case class Resolved(after: CurrentTransactionInfo, how: Resolution, files: Seq[String])
