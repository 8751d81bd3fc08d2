package io.deltaward.serializability.model

/**
 * A change of the table's metadata, which leaves every row as it is and lets every row in that the statements here
 * write.
 */
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

  /** A column that statements which run do not know: `late`. A name in them can mean it from then on. */
  case object AddColumn extends Alter("ADD COLUMN late INT") {
    override def apply(contents: Bag): Effect = Effect(contents.withLate, None)
    override def isIdentity: Boolean = false
  }

  /** Of `x`: statements that run know it as a column that is never NULL. */
  case object DropNotNull extends Alter("ALTER COLUMN x DROP NOT NULL")

  final case class Check(name: String)
      extends Alter(s"ADD CONSTRAINT $name CHECK (x IS NULL OR x > -1000000)")
}
