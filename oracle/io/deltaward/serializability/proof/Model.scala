package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.Metadata

import io.deltaward.concurrency.resolve.{ConflictResolution, Resolver}
import org.apache.spark.sql.delta.deltaward.MetadataChanges
import org.apache.spark.sql.delta.deltaward.MetadataChanges.Need

/**
 * The rules that decide conflicts, for one thread.
 *
 * @param needs returns what a write must satisfy to commit after a winning change of metadata
 */
final class Model(
    val resolver: Resolver.Factory,
    val needs: (Metadata, Metadata) => Seq[Need] = MetadataChanges.needs
) {
  val conditions = new BoundConditions
}

object Model {
  def right: Model = new Model(ConflictResolution)
}
