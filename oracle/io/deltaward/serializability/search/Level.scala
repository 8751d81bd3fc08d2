package io.deltaward.serializability.search

/** An isolation level: which orders of committed transactions may explain the contents of a table (rule I2). */
sealed trait Level {

  /** The value of `delta.isolationLevel`. */
  def property: String

  /** Returns whether an order may place `earlier` after `later`, although its version is lower. */
  def mayFollow(earlier: Committed, later: Committed): Boolean
}

object Level {

  /** Allows only the order of the history. */
  case object Serializable extends Level {
    override def property: String = "Serializable"
    override def mayFollow(earlier: Committed, later: Committed): Boolean = false
  }

  /**
   * Allows a blind append after a transaction that did not read it. A transaction that changes no row may come
   * anywhere, if it would change no row there either. All others stay in the order of the history.
   */
  case object WriteSerializable extends Level {
    override def property: String = "WriteSerializable"
    override def mayFollow(earlier: Committed, later: Committed): Boolean =
      earlier.op.isIdentity || earlier.affected.contains(0L) ||
        earlier.op.isBlindAppend && later.readVersion < earlier.version
  }
}
