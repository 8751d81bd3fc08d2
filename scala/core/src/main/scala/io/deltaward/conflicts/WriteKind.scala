package io.deltaward.conflicts

/** A kind of statement that writes a table. Statements with the same conflicts are of one kind. */
sealed abstract class WriteKind(val name: String) extends Product with Serializable

object WriteKind {

  /** A blind append: it reads nothing of the table. */
  case object Insert extends WriteKind("INSERT")

  case object InsertReading extends WriteKind("INSERT that reads the table")

  /** Replaces all rows, or the rows of partitions. */
  case object Overwrite extends WriteKind("INSERT OVERWRITE")

  case object Update extends WriteKind("UPDATE")

  case object Delete extends WriteKind("DELETE")

  case object Merge extends WriteKind("MERGE")

  /** Stands for each statement whose read of its own table is not recorded, see docs/concurrency.md. */
  case object UpdateBySubquery extends WriteKind("UPDATE that reads the table in a subquery")

  case object Optimize extends WriteKind("OPTIMIZE")

  case object ZOrder extends WriteKind("OPTIMIZE ZORDER BY")

  case object Purge extends WriteKind("REORG TABLE APPLY (PURGE)")

  /** Any statement that changes schema or properties and rewrites no file. */
  case object Alter extends WriteKind("ALTER TABLE")

  val all: Seq[WriteKind] = Seq(
    Insert,
    InsertReading,
    Overwrite,
    Update,
    Delete,
    Merge,
    UpdateBySubquery,
    Optimize,
    ZOrder,
    Purge,
    Alter
  )

  /** The kinds that write the same rows to other files. */
  val rewriting: Set[WriteKind] = Set(Optimize, ZOrder, Purge)

  /** The kinds that change the rows that their condition selects. */
  val changingRows: Set[WriteKind] = Set(Update, Delete, Merge, UpdateBySubquery)
}
