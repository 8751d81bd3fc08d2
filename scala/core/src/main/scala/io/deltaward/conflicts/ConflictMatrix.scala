package io.deltaward.conflicts

import io.deltaward.conflicts.ConflictMatrix._
import io.deltaward.conflicts.WriteKind._

/**
 * Tells which kinds of statement can conflict on a table. Combines Delta's conflict checker, row-level resolution and the
 * retries of OPTIMIZE. Claims "cannot" only if no two statements of the kinds conflict.
 */
final class ConflictMatrix(table: WrittenTable) {

  /** Returns a claim for each isolation level, kind that commits second and kind that commits first, in this order. */
  def claims: Seq[ConflictClaim] =
    for {
      level <- Levels
      loser <- WriteKind.all
      winner <- WriteKind.all
    } yield {
      val verdict = at(level).judge(loser, winner)
      ConflictClaim(
        level,
        level == table.isolationLevel,
        loser.name,
        winner.name,
        verdict.canConflict,
        s"${verdict.because}.",
        Some(verdict.changes.mkString("; or ")).filter(_.nonEmpty)
      )
    }

  private def at(level: String): AtLevel = new AtLevel(level)

  final private class AtLevel(level: String) {

    def judge(loser: WriteKind, winner: WriteKind): Verdict =
      refused(loser).orElse(refused(winner)).getOrElse(
        if (rewriting(loser)) ofRewrite(loser, winner)
        else if (winner == Alter)
          Can(
            "A change of the metadata fails every transaction that began before it, except OPTIMIZE and REORG; " +
              AloneHelps
          )
        else if (numbers(winner) && (numbers(loser) || loser == Alter)) numbered(loser, winner)
        else ofRows(loser, winner)
      )

    /**
     * Returns the verdict for two statements that both change the metadata of an identity column. Adds the changes that
     * would be needed without that column.
     */
    private def numbered(loser: WriteKind, winner: WriteKind): Verdict = {
      val because =
        s"${winner.name} has numbered rows of the identity column, which changes the metadata; ${loser.name} " +
          "changes the metadata too"
      val without = new ConflictMatrix(table.copy(identityColumn = false)).at(level)
      without.judge(loser, winner).andFirst(Numbered, because)
    }

    private def ofRows(loser: WriteKind, winner: WriteKind): Verdict =
      if (loser == Insert)
        Cannot(s"It reads none of the table's rows and removes none, whatever ${winner.name} did")
      else if (loser == Alter)
        Can(s"Only if it is ADD CONSTRAINT, which reads all rows; $AloneHelps")
      else if (winner == Insert) ofAppend(loser)
      else if (loser == Overwrite && !(rewriting(winner) && table.byRow && !table.clustered))
        keptApart(
          s"It replaces all rows, so it is compared with ${winner.name} file by file"
        )
      else if (rewriting(winner)) ofRewritten(loser, winner)
      else if (loser == UpdateBySubquery)
        judge(Update, winner).andFirst(
          TakeOut,
          s"${winner.name} changed rows, and Delta does not record what the subquery read"
        )
      else if (loser == InsertReading)
        Can(s"${winner.name} changed what it has read", ReadVersion)
      else if (winner == Overwrite)
        keptApart("INSERT OVERWRITE removes the files whose rows it changes")
      else if (!table.byRow) byFile(loser, winner)
      else if (winner == InsertReading)
        keptApart(s"${winner.name} added a row that it would have read")
      else
        Can(
          "Both change the same row, or one adds or changes a row that the other reads; nothing separates two changes " +
            "of one row"
        )

    private def ofAppend(loser: WriteKind): Verdict =
      if (level == Serializable) ofAppendInOrder(loser)
      else if (loser == UpdateBySubquery && table.unrecordedReads)
        Can(
          "Only if INSERT commits after the analysis of the statement and before its transaction begins: the subquery " +
            "may have read the table as it was before",
          TakeOut
        )
      else Cannot("Under WriteSerializable it counts as earlier than a concurrent INSERT")

    private def ofAppendInOrder(loser: WriteKind): Verdict = {
      val weaker = property("delta.isolationLevel", WriteSerializable)
      if (loser == UpdateBySubquery)
        Can(
          "INSERT added rows, and Delta does not record what the subquery read",
          s"$TakeOut; and $weaker"
        )
      else if (table.byRow && loser != Overwrite)
        Can("INSERT added a row that it would have read", weaker)
      else
        Can(
          "INSERT added a file that may hold rows that it would have read, and rows are not compared",
          weaker
        )
    }

    private def ofRewrite(loser: WriteKind, winner: WriteKind): Verdict =
      if (winner == Alter)
        if (table.partitionColumns.isEmpty)
          Cannot("It changes no row, and starts again if the metadata changed meanwhile")
        else
          Can(
            "Only if a partition column is changed, even its comment: it starts again after every other change of the " +
              s"metadata; $AloneHelps"
          )
      else if (!removes(winner))
        Cannot(s"It changes no row, and ${winner.name} removes none of the files that it rewrites")
      else if (loser == Purge && rewriting(winner))
        keptApart(s"${winner.name} has rewritten a file that it was asked to rewrite")
      else if (!table.byRow) byFile(loser, winner)
      else if (winner == Overwrite && table.clustered)
        Can(
          "On a clustered table INSERT OVERWRITE also writes the clustering columns; " +
            AgainHelps
        )
      else if (loser == Purge)
        Can(
          s"Only if locating the rows that ${winner.name} removed exceeds the limits",
          RaiseLimits
        )
      else
        Can(
          s"Only if it exceeds the time limit: it adopts what ${winner.name} removed, or leaves out " +
            "the files that are gone",
          s"raise $Concurrency.maxResolutionTime"
        )

    private def ofRewritten(loser: WriteKind, winner: WriteKind): Verdict =
      if (table.byRow && (loser == InsertReading || !removes(loser)))
        Can(
          s"Only if it asks which file a row is in: ${winner.name} has moved rows to other files",
          NoFileNames
        )
      else if (loser == InsertReading)
        Can(s"${winner.name} removed a file that it has read", ReadVersion)
      else if (table.byRow)
        Can(
          s"Only if it asks which file a row is in, or if locating its rows in the files of ${winner.name} exceeds " +
            "the limits",
          s"$NoFileNames; and $RaiseLimits"
        )
      else byFile(loser, winner)
  }

  private def byFile(loser: WriteKind, winner: WriteKind): Verdict = {
    val because =
      s"${winner.name} changed a file that ${loser.name} reads or rewrites, and rows are not compared, since the table " +
        whyByFile.mkString(" and ")
    if (winner == Overwrite) keptApart(because)
    else Can(because, toByRow.mkString("; and ") +: apart)
  }

  /** Returns the verdict for a pair that comparing rows would not help. */
  private def keptApart(because: String): Verdict =
    if (apart.isEmpty) Can(s"$because; $AgainHelps") else Can(because, apart)

  private def apart: Seq[String] =
    table.partitionColumns.headOption.map(column =>
      s"let the two write different partitions of $column"
    ).toSeq

  /** Returns a verdict if Delta refuses this kind of statement on the table: it cannot conflict then. */
  private def refused(kind: WriteKind): Option[Verdict] =
    if (table.appendOnly && Set[WriteKind](Overwrite, Update, Delete, UpdateBySubquery)(kind))
      Some(Cannot(s"Delta refuses ${kind.name} on a table that is append-only"))
    else if (table.clustered && kind == ZOrder)
      Some(Cannot(s"Delta refuses ${kind.name} on a clustered table"))
    else None

  /** Checks whether added rows get the next values of an identity column. The schema stores the last value. */
  private def numbers(kind: WriteKind): Boolean =
    table.identityColumn && Set[WriteKind](Insert, InsertReading, Overwrite, Merge)(kind)

  /** Checks whether the kind removes files or rows. On an append-only table, MERGE can only insert. */
  private def removes(kind: WriteKind): Boolean =
    rewriting(kind) || kind == Overwrite ||
      changingRows(kind) && !(table.appendOnly && kind == Merge)

  private def whyByFile: Seq[String] = blockers.map { case (why, _) => why }
  private def toByRow: Seq[String] = blockers.map { case (_, change) => change }

  /** Returns what prevents row-level resolution, each with the change that ends it. */
  private def blockers: Seq[(String, String)] = Seq(
    table.identityColumn -> ("has an identity column" -> Numbered),
    !table.deletionVectors ->
      ("does not have deletion vectors enabled" -> property("delta.enableDeletionVectors", "true")),
    !table.rowLevelConcurrency ->
      ("is written with row-level concurrency turned off" -> s"set $Concurrency.enabled to true")
  ).collect { case (true, blocker) => blocker }

  private def property(key: String, value: String): String =
    s"ALTER TABLE ${table.name} SET TBLPROPERTIES ('$key' = '$value')"
}

object ConflictMatrix {

  val Serializable = "Serializable"
  val WriteSerializable = "WriteSerializable"

  private val Levels = Seq(Serializable, WriteSerializable)

  private val Concurrency = "spark.deltaward.rowLevelConcurrency"
  private val RaiseLimits = s"raise $Concurrency.maxRowsToCheck and $Concurrency.maxResolutionTime"
  private val NoFileNames = "leave out _metadata and input_file_name()"
  private val Numbered = "number the rows without an identity column"
  private val ReadVersion = "read a named version (VERSION AS OF)"
  private val TakeOut =
    "collect the result of the subquery first, and put it into the statement as a literal"
  private val AloneHelps = "only running it while nobody writes helps"
  private val AgainHelps = "only running it again helps"

  /** A verdict on a pair of kinds. Each of its `changes` prevents the conflict. */
  sealed abstract private class Verdict(val canConflict: Boolean) {
    def because: String
    def changes: Seq[String]

    /** Returns the verdict for a pair that needs `change` before anything else helps. */
    def andFirst(change: String, because: String): Verdict = this match {
      case Cannot(_) => Can(because, change)
      case Can(rest, Nil) if rest.endsWith(AgainHelps) => Can(s"$because; $AgainHelps")
      case Can(_, Nil) => Can(because, change)
      case Can(_, changes) => Can(because, changes.map(next => s"$change; and $next"))
    }
  }

  final private case class Can(because: String, changes: Seq[String])
      extends Verdict(canConflict = true)

  private object Can {
    def apply(because: String): Verdict = Can(because, Nil)
    def apply(because: String, change: String): Verdict = Can(because, Seq(change))
  }

  final private case class Cannot(because: String) extends Verdict(canConflict = false) {
    override def changes: Seq[String] = Nil
  }
}
