package io.deltaward.rules

/** What a statement does with the properties that it does not name. */
sealed trait Change {

  /** The properties that the statement itself sets, where it puts something else in the table's place. */
  def named: Option[Set[String]]
}

object Change {

  /** They stay: whatever changes, the statement names. */
  case object Altering extends Change {
    override val named: Option[Set[String]] = None
  }

  /** They are lost, or come from an earlier version: REPLACE and RESTORE. */
  final case class Replacing(keys: Set[String]) extends Change {
    override def named: Option[Set[String]] = Some(keys)
  }

  /** They come from another table, whose versions are not those of this one: CLONE. */
  final case class Cloning(keys: Set[String]) extends Change {
    override def named: Option[Set[String]] = Some(keys)
  }
}
