package io.deltaward.concurrency

import scala.util.Try

import io.delta.exceptions.DeltaConcurrentModificationException
import org.apache.hadoop.fs.Path

import io.deltaward.Exhaustive
import io.deltaward.conf.DeltawardConf
import io.deltaward.conflicts.WriteKind
import io.deltaward.conflicts.WriteKind._
import org.apache.spark.sql.delta.deltaward.Once

/** Tests each claim of `SHOW CONFLICT MATRIX` with two transactions that meet. */
class ShowConflictMatrixSuite extends ConflictTest {

  /** Makes four files of ten rows each. One row is marked as deleted in each of two files. */
  private def setup(columns: String, layout: String, after: String*): Seq[String] = Seq(
    s"CREATE TABLE t (id BIGINT, p INT$columns) USING delta $layout " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t (id, p) SELECT /*+ COALESCE(1) */ id, 1 FROM range(1, 11)",
    "INSERT INTO t (id, p) SELECT /*+ COALESCE(1) */ id, 2 FROM range(11, 21)",
    "INSERT INTO t (id, p) SELECT /*+ COALESCE(1) */ id, 1 FROM range(21, 31)",
    "INSERT INTO t (id, p) SELECT /*+ COALESCE(1) */ id, 2 FROM range(31, 41)",
    "DELETE FROM t WHERE id IN (5, 15)"
  ) ++ after.map(property => s"ALTER TABLE t SET TBLPROPERTIES ($property)")

  private val NoVectors = "'delta.enableDeletionVectors' = 'false'"
  private val Number = ", n BIGINT GENERATED ALWAYS AS IDENTITY"
  private val Off = Seq(DeltawardConf.ROW_LEVEL_ENABLED.key -> "false")

  /** @param without setup of the same table without an identity column */
  private case class Shape(
      name: String,
      setup: Seq[String],
      without: Seq[String],
      settings: Seq[(String, String)] = Nil
  )

  private def shape(name: String, layout: String, after: String*): Shape =
    Shape(name, setup("", layout, after: _*), Nil)

  private val Plain = shape("a table", "")

  private val shapes = Seq(
    shape("without deletion vectors", "", NoVectors),
    shape("partitioned, without deletion vectors", "PARTITIONED BY (p)", NoVectors),
    Shape("with an identity column", setup(Number, ""), Plain.setup),
    shape("clustered", "CLUSTER BY (id)"),
    shape("append-only", "", "'delta.appendOnly' = 'true'"),
    shape("partitioned", "PARTITIONED BY (p)"),
    Plain.copy(name = "with row-level concurrency off", settings = Off),
    shape("clustered, without deletion vectors", "CLUSTER BY (id)", NoVectors),
    Shape(
      "partitioned, with an identity column and without deletion vectors",
      setup(Number, "PARTITIONED BY (p)", NoVectors),
      setup("", "PARTITIONED BY (p)", NoVectors)
    )
  )

  private case class Claim(
      level: String,
      loser: WriteKind,
      winner: WriteKind,
      can: Boolean,
      because: String,
      change: Option[String]
  ) {

    /** Returns the claim without the names of table and level. */
    def told: Seq[Any] =
      Seq(loser, winner, can, because, change.map(_.replaceAll("delta\\.`[^`]*`", "t")))

    /**
     * Returns why the pair can or cannot conflict, without the names of its statements. Several pairs share a
     * reason.
     */
    def reason: Seq[Any] = {
      val names = Seq(loser.name, winner.name).sortBy(-_.length)
      Seq(can, names.foldLeft(because)(_.replace(_, "...")), change.isDefined)
    }
  }

  private def kind(name: Any): WriteKind = WriteKind.all.find(_.name == name).get

  private def claims(shape: Shape): Seq[Claim] = withConf(shape.settings: _*) {
    rows(spark.sql(s"SHOW CONFLICT MATRIX FOR ${named(made(shape.setup, "Serializable"))}")).map(
      row =>
        Claim(
          row("isolationLevel").toString,
          kind(row("operation")),
          kind(row("winningOperation")),
          row("canConflict") == true,
          row("because").toString,
          Option(row("change")).map(_.toString)
        )
    )
  }

  /** @param and further condition, besides that on the row */
  private def statement(kind: WriteKind, id: Int, and: String = ""): String = kind match {
    case Insert => s"INSERT INTO t (id, p) VALUES ($id, 1)"
    case InsertReading => s"INSERT INTO t (id, p) SELECT id, p FROM t WHERE id = $id$and"
    case Overwrite if and.nonEmpty =>
      s"INSERT OVERWRITE TABLE t PARTITION (${and.replace(" AND ", "")}) (id) VALUES ($id)"
    case Overwrite => s"INSERT OVERWRITE TABLE t (id, p) VALUES ($id, 1)"
    case Update => s"UPDATE t SET id = id WHERE id = $id$and"
    case Delete => s"DELETE FROM t WHERE id = $id$and"
    case Merge =>
      s"MERGE INTO t AS t USING (SELECT ${id}L AS k) s ON t.id = s.k$and WHEN MATCHED THEN UPDATE SET id = s.k " +
        s"WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.k, 1)"
    case UpdateBySubquery => s"UPDATE t SET id = (SELECT max(id) FROM t) WHERE id = $id$and"
    case Optimize => s"OPTIMIZE t${and.replace(" AND", " WHERE")}"
    case ZOrder => s"OPTIMIZE t${and.replace(" AND", " WHERE")} ZORDER BY (id)"
    case Purge => s"REORG TABLE t${and.replace(" AND", " WHERE")} APPLY (PURGE)"
    case Alter => "ALTER TABLE t ADD COLUMN y INT"
  }

  /** Returns statements of a kind. The first is about one row, the last about all of them. */
  private def nasty(kind: WriteKind): Seq[String] = kind match {
    case Insert =>
      Seq(statement(Insert, 2), "INSERT INTO t (id, p) SELECT id, id % 3 FROM range(100)")
    case InsertReading => Seq(statement(kind, 2), "INSERT INTO t (id, p) SELECT id, p FROM t")
    case Update => Seq(statement(kind, 2), "UPDATE t SET id = id + 1")
    case Delete => Seq(statement(kind, 2), "DELETE FROM t")
    case Merge =>
      Seq(
        statement(kind, 2),
        "MERGE INTO t AS t USING (SELECT id FROM range(50)) s ON t.id = s.id WHEN MATCHED THEN DELETE " +
          "WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.id, 1)"
      )
    case UpdateBySubquery =>
      Seq(statement(kind, 2), "UPDATE t SET id = (SELECT max(id) FROM t)")
    case Alter =>
      Seq(
        "ALTER TABLE t ADD COLUMN y INT",
        "ALTER TABLE t SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')",
        "ALTER TABLE t SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')",
        "ALTER TABLE t DROP COLUMN y"
      )
    case other => Seq(statement(other, 2))
  }

  private def isConflict(error: Throwable): Boolean =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null)
      .exists(_.isInstanceOf[DeltaConcurrentModificationException])

  private def outcome(result: Try[Unit]): String = result.fold(
    error => if (isConflict(error)) "conflict" else error.toString.linesIterator.next(),
    _ => "committed"
  )

  /** Returns what is wrong with a claim, if anything is. */
  private def wrong(shape: Shape, claim: Claim): Seq[String] =
    (if (claim.can) wrongCan(shape, claim)
     else if (claim.because.contains("refuses")) wrongRefused(shape, claim)
     else wrongCannot(shape, claim)).map(what => s"$claim: $what")

  private def wrongRefused(shape: Shape, claim: Claim): Seq[String] = {
    val path = copyOf(made(shape.setup, claim.level))
    val kinds = Seq(claim.loser, claim.winner).distinct
    Option.when(!kinds.exists(k => outcome(Try(run(path, statement(k, 2)))).contains("DELTA_")))(
      "neither is refused"
    ).toSeq
  }

  private def wrongCannot(shape: Shape, claim: Claim): Seq[String] = {
    val (loser, winners) = (nastyAs(shape, claim.loser).last, nastyAs(shape, claim.winner))
    val path = copyOf(made(shape.setup, claim.level))
    val result = outcome(race(path, loser)(winners.foreach(run(path, _))))
    Option.when(result != "committed")(s"$loser against $winners: $result").toSeq
  }

  /** Returns such statements for a shape. On an append-only table, a MERGE can only insert. */
  private def nastyAs(shape: Shape, kind: WriteKind): Seq[String] =
    if (shape.name == "append-only" && kind == Merge) Seq(statement(Merge, 200)) else nasty(kind)

  /** Two statements that conflict, with settings under which they do. */
  private case class Pair(
      loser: String,
      winner: String,
      settings: Seq[(String, String)] = Nil,
      beforeStart: Boolean = false
  )

  private def wrongCan(shape: Shape, claim: Claim): Seq[String] = {
    val pair = conflicting(shape, claim)
    val base = copyOf(made(shape.setup, claim.level))
    val result = outcome(meet(base, pair, shape.settings ++ pair.settings))
    val after = claim.change.toSeq.flatMap(_.split("; or ")).flatMap { change =>
      val (path, changed, settings) = afterwards(shape, claim, pair, change)
      val result = outcome(meet(path, changed, settings))
      Option.when(result != "committed")(s"after '$change' $changed: $result")
    }
    Option.when(result != "conflict")(s"$pair: $result").toSeq ++ after
  }

  private def meet(path: Path, pair: Pair, settings: Seq[(String, String)]): Try[Unit] =
    withConf(settings: _*) {
      if (pair.beforeStart)
        Once.beforeStart(elsewhere(run(path, pair.winner)))(Try(run(path, pair.loser)))
      else race(path, pair.loser)(run(path, pair.winner))
    }

  private def conflicting(shape: Shape, claim: Claim): Pair = {
    def change(part: String) = claim.change.exists(_.contains(part))
    val (loser, winner) = (claim.loser, claim.winner)
    def one(kind: WriteKind): String = meeting(shape, kind)
    if (loser == Alter && winner != Alter && !change("identity"))
      Pair("ALTER TABLE t ADD CONSTRAINT c CHECK (id < 1000)", one(winner))
    else if (claim.because.contains("partition column"))
      Pair(one(loser), "ALTER TABLE t ALTER COLUMN p COMMENT 'a part'")
    else if (change("input_file_name") && !change("maxRowsToCheck"))
      Pair(if (loser == Merge) MergeNamesFile else NamesFile, statement(winner, 2))
    else if (change("maxRowsToCheck"))
      Pair(
        if (loser == Overwrite) ReplacesRow else one(loser),
        statement(winner, 2),
        Seq(DeltawardConf.MAX_ROWS_TO_CHECK.key -> "0")
      )
    else if (change("maxResolutionTime"))
      Pair(
        statement(loser, 2),
        one(winner),
        Seq(DeltawardConf.MAX_RESOLUTION_TIME.key -> "1ms")
      )
    else if (claim.because.contains("after the analysis"))
      Pair(statement(loser, 2), statement(winner, 2), beforeStart = true)
    else if (
      Seq("file by file", "would have read").exists(claim.because.contains(_)) ||
      claim.change.isEmpty || ByTheRow.exists(change)
    )
      Pair(one(loser), one(winner))
    else Pair(one(loser), statement(winner, 8))
  }

  /** Parts of changes after which two statements about the same row no longer conflict. */
  private val ByTheRow = Seq("'WriteSerializable'", "VERSION AS OF")

  /** Returns a statement about the row on which two conflict. Where no row may change, both add it. */
  private def meeting(shape: Shape, kind: WriteKind): String =
    if (shape.name != "append-only") statement(kind, 2)
    else if (kind == InsertReading)
      "INSERT INTO t (id, p) SELECT 200, p FROM t WHERE id IN (2, 200)"
    else statement(kind, 200)

  /** Has to look for the rows that it replaces. */
  private val ReplacesRow =
    "INSERT INTO TABLE t REPLACE WHERE id = 2 SELECT 2L AS id, 1 AS p"

  private val NamesFile =
    "INSERT INTO t (id, p) SELECT id, length(input_file_name()) FROM t WHERE id = 2"

  private val MergeNamesFile =
    "MERGE INTO t AS t USING (SELECT 200L AS k, length(input_file_name()) AS f) s ON t.id = s.k " +
      "WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.k, s.f)"

  /** Applies a change that the claim advises. */
  private def afterwards(
      shape: Shape,
      claim: Claim,
      pair: Pair,
      change: String
  ): (Path, Pair, Seq[(String, String)]) = {
    val setup = if (change.contains("identity")) shape.without else shape.setup
    val path = copyOf(made(setup, claim.level))
    Properties.findAllIn(change).foreach(text =>
      run(path, text.replaceAll("TABLE \\S+", "TABLE t"))
    )
    val apart =
      if (!change.contains("partitions")) pair
      else Pair(statement(claim.loser, 2, " AND p = 1"), statement(claim.winner, 12, " AND p = 2"))
    val instead = Instead.collect {
      case (part, (text, other)) if change.contains(part) =>
        text -> other
    }
    val changed =
      apart.copy(loser = instead.foldLeft(apart.loser)((sql, by) => sql.replace(by._1, by._2)))
    val inForce = if (change.contains("rowLevelConcurrency.enabled")) Nil else shape.settings
    (path, changed, inForce)
  }

  private val Instead = Seq(
    "subquery" -> ("(SELECT max(id) FROM t)" -> "40"),
    "VERSION AS OF" -> ("FROM t" -> "FROM t VERSION AS OF 4"),
    "input_file_name" -> ("length(input_file_name())" -> "1")
  )

  private val Properties = "ALTER TABLE \\S+ SET TBLPROPERTIES \\([^)]*\\)".r

  private def tryOut(shape: Shape, what: String)(chosen: => Seq[Claim]): Unit =
    WriteKind.all.foreach { loser =>
      test(s"${shape.name}, $what: ${loser.name}", Exhaustive) {
        holds(shape, chosen.filter(_.loser == loser))
      }
    }

  /**
   * Tries one pair for each reason. Chooses pairs so that every kind of statement wins and loses about equally
   * often.
   */
  private def tryReasons(shape: Shape)(claims: => Seq[Claim]): Unit =
    test(s"${shape.name}: a pair for each reason") {
      val reasons = claims.groupBy(_.reason).toSeq.sortBy(_._1.toString).map(_._2)
      val pairs = reasons.foldLeft(Seq.empty[Claim]) { (tried, same) =>
        tried :+
          same.minBy(c => tried.count(_.loser == c.loser) + tried.count(_.winner == c.winner))
      }
      assert(pairs.nonEmpty)
      holds(shape, pairs)
    }

  private def holds(shape: Shape, claims: Seq[Claim]): Unit = {
    val found = claims.flatMap(wrong(shape, _))
    val _ = assert(found.isEmpty, found.mkString("\n", "\n", ""))
  }

  /** Keeps a claim that both levels share only at the level where its outcome is harder to reach. */
  private def atOneLevel(all: Seq[Claim]): Seq[Claim] = {
    val twice = all.groupBy(_.told).filter(_._2.size > 1).keySet
    def harder(claim: Claim) = if (claim.can) "WriteSerializable" else "Serializable"
    all.filter(claim => !twice(claim.told) || claim.level == harder(claim))
  }

  test("the matrix is for the newest version, and for the level and settings in force") {
    val path = copyOf(made(Plain.setup, "Serializable"))
    def inForce = sql(s"SHOW CONFLICT MATRIX ${named(path)}").filter(_.getAs[Boolean]("inForce"))
      .map(_.getAs[String]("isolationLevel")).distinct.toSeq
    assert(inForce == Seq("Serializable"))
    run(path, "ALTER TABLE t SET TBLPROPERTIES ('delta.isolationLevel' = 'WriteSerializable')")
    assert(inForce == Seq("WriteSerializable"))
    run(path, "ALTER TABLE t UNSET TBLPROPERTIES ('delta.isolationLevel')")
    withConf("spark.deltaward.isolation.default" -> "Serializable") {
      assert(inForce == Seq("Serializable"))
    }
    Seq("FOR", "IN").foreach { word =>
      assert(sql(s"SHOW CONFLICT MATRIX $word ${named(path)}").length == 2 * 11 * 11)
    }
    val missing = failure(sql(s"SHOW CONFLICT MATRIX ${named(temporaryTable())}"))
    assert(missing.getCondition.startsWith("DELTAWARD_TABLE_NOT_READABLE"))
  }

  private lazy val plain = claims(Plain)

  tryReasons(Plain)(atOneLevel(plain))
  tryOut(Plain, "each pair")(atOneLevel(plain))
  tryOut(Plain, "at the other level")(plain.diff(atOneLevel(plain)))

  shapes.foreach { shape =>
    lazy val all = claims(shape)
    lazy val differing = atOneLevel(all).filterNot(c => plain.map(_.told).contains(c.told))
    if (distinct(shape)) tryReasons(shape)(differing.filterNot(c => plainReasons(c.reason)))
    tryOut(shape, "what differs")(differing)
    tryOut(shape, "the rest")(all.diff(differing))
  }

  private lazy val plainReasons = plain.map(_.reason).toSet

  /** Checks whether a shape has a single property. The others combine two, and add no reason. */
  private def distinct(shape: Shape): Boolean = shapes.take(5).contains(shape)
}
