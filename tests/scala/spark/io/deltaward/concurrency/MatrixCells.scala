package io.deltaward.concurrency

import io.deltaward.concurrency.Expected._
import io.deltaward.docs.GeneratedPage

/**
 * The two conflict matrices of the documents, cell by cell, with the outcome of each pair in deltaward. The suite
 * tries the cells, and the table in docs/concurrency.md is generated from them.
 */
object MatrixCells {

  /** The levels at which two statements can conflict. */
  sealed abstract class Claim(
      val text: String,
      val atWriteSerializable: Boolean,
      val atSerializable: Boolean
  )

  case object Cannot extends Claim("cannot", false, false)
  case object InOrder extends Claim("can under `Serializable`", false, true)
  case object Can extends Claim("can", true, true)

  /** The kinds of tables that the documents distinguish. */
  sealed abstract class Kind(val name: String)

  case object ByRow extends Kind("with deletion vectors, not partitioned or clustered")
  case object Partitioned extends Kind("with deletion vectors, partitioned")
  case object ByFile extends Kind("without deletion vectors")

  val kinds: Seq[Kind] = Seq(ByRow, Partitioned, ByFile)

  /**
   * @param columns text after the columns in `CREATE TABLE`
   * @param vectors whether deletion vectors are enabled
   */
  final case class Shape(name: String, kind: Kind, columns: String, vectors: Boolean) {
    val setup: Seq[String] = Seq(
      s"CREATE TABLE t (id BIGINT, p INT) USING delta $columns TBLPROPERTIES " +
        s"('delta.enableDeletionVectors' = '$vectors')",
      "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 1 FROM range(1, 11)",
      "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 1 FROM range(11, 21)"
    )
  }

  val shapes: Seq[Shape] = Seq(
    Shape("a table", ByRow, "", vectors = true),
    Shape("a clustered table", ByRow, "CLUSTER BY (id)", vectors = true),
    Shape("a partitioned table", Partitioned, "PARTITIONED BY (p)", vectors = true),
    Shape("a table without deletion vectors", ByFile, "", vectors = false)
  )

  /** One order of the two statements, and how the second to commit ends at each level. */
  final case class Race(
      winner: String,
      loser: String,
      writeSerializable: Kind => Expected,
      serializable: Kind => Expected
  ) {
    def conflicts(kind: Kind): (Boolean, Boolean) =
      (fails(writeSerializable(kind)), fails(serializable(kind)))

    private def fails(expected: Expected): Boolean = expected match {
      case Fails(_) => true
      case _ => false
    }
  }

  private object Race {
    def apply(winner: String, loser: String)(expected: Kind => Expected): Race =
      Race(winner, loser, expected, expected)
  }

  /**
   * A cell, or a part of a cell that the documents distinguish.
   *
   * @param documents what the documents say for a kind of table
   */
  final case class Cell(name: String, documents: Kind => Claim, races: Seq[Race]) {

    /** Returns the levels at which the races conflict. */
    def here(kind: Kind): Claim = {
      val found = races.map(_.conflicts(kind))
      if (found.exists(_._1)) Can else if (found.exists(_._2)) InOrder else Cannot
    }
  }

  private val Insert = "INSERT INTO t VALUES (2, 1)"
  private val Optimize = "OPTIMIZE t"
  private val Order = "OPTIMIZE t ZORDER BY (id)"

  /** @param id id of the row that each statement changes */
  private def changing(id: Int): Seq[String] = Seq(
    s"DELETE FROM t WHERE id = $id",
    s"UPDATE t SET id = id WHERE id = $id",
    s"MERGE INTO t AS t USING (SELECT ${id}L AS k) s ON t.id = s.k WHEN MATCHED THEN UPDATE SET id = s.k " +
      "WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.k, 1)"
  )

  private def byFile(otherwise: Expected, conflict: Expected)(kind: Kind): Expected =
    if (kind == ByFile) conflict else otherwise

  private def always(expected: Expected): Kind => Expected = _ => expected

  private def documentedByRow(byRow: Claim, other: Claim)(kind: Kind): Claim =
    if (kind == ByRow) byRow else other

  private def documentedByVectors(vectors: Claim, without: Claim)(kind: Kind): Claim =
    if (kind == ByFile) without else vectors

  val cells: Seq[Cell] = Seq(
    Cell("INSERT and INSERT", _ => Cannot, Seq(Race(Insert, Insert)(always(Last)))),
    Cell(
      "INSERT and UPDATE, DELETE or MERGE, of the same row",
      _ => InOrder,
      changing(2).flatMap(change =>
        Seq(
          Race(Insert, change, always(First), always(Append)),
          Race(change, Insert)(always(Last))
        )
      )
    ),
    Cell(
      "INSERT and UPDATE, DELETE or MERGE, of other rows",
      documentedByRow(Cannot, InOrder),
      changing(3).flatMap(change =>
        Seq(
          Race(Insert, change, always(Last), byFile(Last, Append)),
          Race(change, Insert)(always(Last))
        )
      )
    ),
    Cell(
      "UPDATE, DELETE or MERGE and another, of the same row",
      _ => Can,
      changing(2).map(change => Race(changing(2).head, change)(always(Append))) ++
        changing(2).drop(1).map(change => Race(change, changing(2).head)(always(Append)))
    ),
    Cell(
      "UPDATE, DELETE or MERGE and another, of other rows of a file",
      documentedByRow(Cannot, Can),
      changing(2).map(change => Race(changing(3).head, change)(byFile(Last, Append))) ++
        changing(2).drop(1).map(change => Race(change, changing(3).head)(byFile(Last, Append)))
    ),
    Cell(
      "INSERT and OPTIMIZE",
      _ => Cannot,
      Seq(Race(Insert, Optimize)(always(Last)), Race(Optimize, Insert)(always(Last)))
    ),
    Cell(
      "UPDATE, DELETE or MERGE and OPTIMIZE",
      documentedByVectors(Cannot, Can),
      changing(2).flatMap(change =>
        Seq(
          Race(Optimize, change)(byFile(Last, Append)),
          Race(change, Optimize)(byFile(Last, DeleteRead))
        )
      )
    ),
    Cell(
      "UPDATE, DELETE or MERGE and OPTIMIZE ZORDER BY",
      _ => Can,
      changing(2).flatMap(change =>
        Seq(
          Race(Order, change)(byFile(Last, Append)),
          Race(change, Order)(byFile(Last, DeleteRead))
        )
      )
    ),
    Cell(
      "OPTIMIZE and OPTIMIZE",
      documentedByVectors(Cannot, Can),
      Seq(Race(Optimize, Optimize)(byFile(Last, DeleteRead)))
    ),
    Cell(
      "OPTIMIZE ZORDER BY and OPTIMIZE, with ZORDER BY or without",
      _ => Can,
      Seq(
        Race(Order, Optimize)(byFile(Last, DeleteRead)),
        Race(Optimize, Order)(byFile(Last, DeleteRead)),
        Race(Order, Order)(byFile(Last, DeleteRead))
      )
    )
  )

  /** Returns the table of the documents' claims beside ours, for each kind of table. */
  def lines: Seq[String] = GeneratedPage.table(
    "" +: kinds.flatMap(kind => Seq(s"${kind.name}: the documents", "here")): _*
  )(
    cells.map(cell =>
      cell.name +: kinds.flatMap(kind => Seq(cell.documents(kind).text, cell.here(kind).text))
    )
  )
}
