package io.deltaward.serializability.search

/** Which orders of the committed transactions may explain what a table holds (rule I2). */
sealed trait Level {

  /** The value of `delta.isolationLevel`. */
  def property: String

  /** Whether `earlier` may be taken after `later`, though its version is lower. */
  def mayFollow(earlier: Committed, later: Committed): Boolean
}

object Level {

  /** Only the order of the history. */
  case object Serializable extends Level {
    override def property: String = "Serializable"
    override def mayFollow(earlier: Committed, later: Committed): Boolean = false
  }

  /**
   * A blind append may be taken after a transaction that did not read it; all else stays in the history's order. Where
   * what changes no row stands makes no difference, as long as it has none to change there either.
   */
  case object WriteSerializable extends Level {
    override def property: String = "WriteSerializable"
    override def mayFollow(earlier: Committed, later: Committed): Boolean =
      earlier.op.isIdentity || earlier.affected.contains(0L) ||
        earlier.op.isBlindAppend && later.readVersion < earlier.version
  }
}
