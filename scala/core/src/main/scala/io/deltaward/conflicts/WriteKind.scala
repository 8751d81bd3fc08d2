package io.deltaward.conflicts

/** A kind of statement that writes a table, as far as conflicts tell kinds apart. */
sealed abstract class WriteKind(val name: String) extends Product with Serializable

object WriteKind {

  /** A blind append: it reads nothing of the table. */
  case object Insert extends WriteKind("INSERT")

  case object InsertReading extends WriteKind("INSERT that reads the table")

  /** It replaces all rows, or those of partitions. */
  case object Overwrite extends WriteKind("INSERT OVERWRITE")

  case object Update extends WriteKind("UPDATE")

  case object Delete extends WriteKind("DELETE")

  case object Merge extends WriteKind("MERGE")

  /** It stands for each statement whose read of its own table is not recorded, see docs/concurrency.md. */
  case object UpdateBySubquery extends WriteKind("UPDATE that reads the table in a subquery")

  case object Optimize extends WriteKind("OPTIMIZE")

  case object ZOrder extends WriteKind("OPTIMIZE ZORDER BY")

  case object Purge extends WriteKind("REORG TABLE APPLY (PURGE)")

  /** A change of schema or properties that rewrites no file, by whatever statement. */
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

  /** Those that have the same rows in other files. */
  val rewriting: Set[WriteKind] = Set(Optimize, ZOrder, Purge)

  /** Those that change rows which their condition names. */
  val changingRows: Set[WriteKind] = Set(Update, Delete, Merge, UpdateBySubquery)
}
