package io.deltaward.serializability.model

/** A statement that rewrites files and leaves every row as it is. */
sealed abstract class Rewrite(statement: String => String) extends Op {
  override def apply(contents: Bag): Effect = Effect(contents, None)
  override def sql(table: Target): String = statement(table.name)
  override def isIdentity: Boolean = true
}

object Rewrite {

  /** A commit by upkeep. */
  case object Kept extends Rewrite(_ => "-- upkeep")

  case object Optimize extends Rewrite(table => s"OPTIMIZE $table")
  case object ZOrder extends Rewrite(table => s"OPTIMIZE $table ZORDER BY (x)")
  case object Purge extends Rewrite(table => s"REORG TABLE $table APPLY (PURGE)")
}
