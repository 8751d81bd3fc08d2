package io.deltaward.serializability.proof

import io.deltaward.concurrency.{ConflictResolution, Resolver}

/** What decides conflicts, for one thread. */
final class Model(val resolver: Resolver.Factory) {
  val conditions = new BoundConditions
}

object Model {
  def right: Model = new Model(ConflictResolution)
}
