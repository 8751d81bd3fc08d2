package io.deltaward.serializability.model

/** A change of metadata that keeps every row, and allows every row that the statements here write. */
sealed abstract class Alter(change: String) extends Op {
  override def apply(contents: Bag): Effect = Effect(contents, None)
  override def sql(table: Target): String = s"ALTER TABLE ${table.name} $change"
  override def isIdentity: Boolean = true
}

object Alter {

  final case class Team(name: String) extends Alter(s"SET TBLPROPERTIES ('team' = '$name')")

  final case class Retention(days: Int)
      extends Alter(s"SET TBLPROPERTIES ('delta.logRetentionDuration' = 'interval $days days')")

  final case class Comment(text: String) extends Alter(s"ALTER COLUMN x COMMENT '$text'")

  /** Adds the column `late`, which running statements do not know. A name in them may mean the column from then on. */
  case object AddColumn extends Alter("ADD COLUMN late INT") {
    override def apply(contents: Bag): Effect = Effect(contents.withLate, None)
    override def isIdentity: Boolean = false
  }

  /** Drops NOT NULL from `x`, which running statements still rely on. */
  case object DropNotNull extends Alter("ALTER COLUMN x DROP NOT NULL")

  final case class Check(name: String)
      extends Alter(s"ADD CONSTRAINT $name CHECK (x IS NULL OR x > -1000000)")
}
