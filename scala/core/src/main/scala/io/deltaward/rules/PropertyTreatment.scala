package io.deltaward.rules

/** The treatment of the properties that a statement does not name. */
sealed trait PropertyTreatment {

  /** Returns the properties that the statement sets, if it replaces the table; otherwise `None`. */
  def named: Option[Set[String]]
}

object PropertyTreatment {

  /** Keeps the properties that the statement does not name. */
  case object Altering extends PropertyTreatment {
    override val named: Option[Set[String]] = None
  }

  /** Loses the other properties, or takes them from an earlier version: REPLACE and RESTORE. */
  final case class Replacing(keys: Set[String]) extends PropertyTreatment {
    override def named: Option[Set[String]] = Some(keys)
  }

  /** Takes the other properties from another table: CLONE. A version in them is a version of that table. */
  final case class Cloning(keys: Set[String]) extends PropertyTreatment {
    override def named: Option[Set[String]] = Some(keys)
  }
}
